/** The way through one form, a section at a time. A step whose questions are all hidden is none. */
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Field, Form } from '../../form/contract.ts';

export interface Step {
  readonly place: number;
  readonly fields: readonly Field[];
}

export interface Journey {
  readonly steps: ReadonlySignal<readonly Step[]>;
  /** null: the answers are checked, the last step before sending. */
  readonly current: ReadonlySignal<Step | null>;
  /** Of the check; the steps have lower ones. */
  readonly end: number;
  /** Grows when the applicant turns to another step, whose heading then takes focus. */
  readonly turns: ReadonlySignal<number>;
  /** An answer is being changed from the check, to which Next leads back. */
  readonly returns: ReadonlySignal<boolean>;
  /** While refused answers are corrected all of them stand on one page. */
  readonly isOn: ReadonlySignal<boolean>;
  placeOf(field: Field): number;
  isDone(step: Step): boolean;
  /** It was reached before, or comes next. */
  mayTurnTo(place: number): boolean;
  turnTo(place: number): void;
  /** For what takes focus by itself. */
  show(place: number): void;
  /** Goes on unless something in this step cannot be sent as it is. */
  next(): void;
  back(): void;
  change(): void;
}

/** @param attempt counts an attempt that found something, so that the summary takes focus */
export function createJourney(form: Form, attempt: () => void): Journey {
  const groups = inGroups(form.order);
  const places = new Map(groups.flatMap(({ fields, place }) => fields.map((field) => [field, place])));
  const way = createWay(form, groups);
  const { steps, current, end, reached, returns, after, show, turnTo } = way;
  const placeNow = () => current.peek()?.place ?? end;
  const placeOf = (field: Field) => places.get(field) ?? end;
  const passes = createGate(form, attempt, (field) => show(placeOf(field)));
  function next(): void {
    const step = current.peek();
    if (!step || !passes(step)) return;
    const left = steps.peek().find(({ fields }) => !fields.every(isValid));
    turnTo(returns.peek() ? (left?.place ?? end) : after(step.place));
  }
  return {
    ...way,
    isOn: computed(() => !form.correcting.value),
    placeOf,
    isDone: ({ fields, place }) => place < reached.value && fields.every(isValid),
    mayTurnTo: (place) => place <= reached.value || place === after(current.value?.place ?? end),
    turnTo: (place) => (place > placeNow() && place > reached.peek() ? next() : turnTo(place)),
    next,
    back: () =>
      turnTo(
        steps
          .peek()
          .filter(({ place }) => place < placeNow())
          .at(-1)?.place ?? end,
      ),
    change() {
      returns.value = true;
    },
  };
}

function createWay(form: Form, groups: readonly Step[]) {
  const end = groups.length;
  const start = startOf(form, groups);
  const steps = computed(() => groups.filter(({ fields }) => fields.some(isVisible)));
  const wanted = signal(start);
  const reached = signal(start);
  const turns = signal(0);
  const returns = signal(false);
  function show(place: number): void {
    batch(() => {
      wanted.value = place;
      reached.value = Math.max(reached.peek(), place);
      if (place === end) returns.value = false;
    });
  }
  function turnTo(place: number): void {
    batch(() => {
      show(place);
      turns.value += 1;
    });
  }
  return {
    steps,
    current: computed(() => steps.value.find(({ place }) => place >= wanted.value) ?? null),
    end,
    reached,
    turns,
    returns,
    after: (place: number) => steps.value.find((step) => step.place > place)?.place ?? end,
    show,
    turnTo,
  };
}

/** Lets go on from a step in which nothing is wrong; what is found elsewhere, by sending, is shown where it stands. */
function createGate(form: Form, attempt: () => void, showField: (field: Field) => void) {
  let seen = form.attempts.peek();
  // Never stopped, because it lasts as long as its form.
  effect(() => {
    const isFound = form.attempts.value > seen;
    seen = form.attempts.value;
    const [first] = isFound ? form.invalid.peek() : [];
    const field = first && form.fields.get(first);
    if (field) showField(field);
  });
  return ({ fields }: Step): boolean => {
    form.controls.read();
    for (const field of fields) if (field.visible.peek()) form.leave(field.question.id);
    if (fields.every(isValid)) return true;
    seen += 1;
    attempt();
    return false;
  };
}

const isVisible = ({ visible }: Field): boolean => visible.value;
const isValid = ({ invalidity }: Field): boolean => invalidity.value === null;

/** By the sections of the form. One without sections asks for the applicant first, then its questions. */
function inGroups(order: readonly Field[]): readonly Step[] {
  const isSectioned = order.some(({ question }) => question.section);
  const groups: Field[][] = [];
  let kind: boolean | undefined;
  for (const field of order) {
    const { section, detail } = field.question;
    const begins = isSectioned ? section : kind !== Boolean(detail);
    kind = Boolean(detail);
    const last = groups.at(-1);
    if (last && !begins) last.push(field);
    else groups.push([field]);
  }
  return groups.map((fields, place) => ({ fields, place }));
}

/** Who comes back goes on where something is left to do. */
function startOf(form: Form, groups: readonly Step[]): number {
  if (form.order.every(({ entry }) => entry.peek() === null)) return 0;
  return (
    groups.find(({ fields }) => !fields.every(({ invalidity }) => invalidity.peek() === null))?.place ?? 0
  );
}
