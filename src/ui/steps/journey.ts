/** The way through one form, a section at a time. A step whose questions are all hidden is none. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Field, Form } from '../../form/contract.ts';
import type { StepsKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';

export interface Step {
  readonly place: number;
  readonly fields: readonly Field[];
}

export type Journey = ReturnType<typeof createJourney>;

/** @param attempt counts an attempt that found something, so that the summary takes focus */
export function createJourney(form: Form, attempt: () => void) {
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
    /** While refused answers are corrected all of them stand on one page. */
    isOn: computed(() => !form.correcting.value),
    placeOf,
    isDone: ({ fields, place }: Step) => place < reached.value && fields.every(isValid),
    /** It was reached before, or comes next. */
    mayTurnTo: (place: number) => place <= reached.value || place === after(current.value?.place ?? end),
    turnTo: (place: number) => (place > placeNow() && place > reached.peek() ? next() : turnTo(place)),
    /** Goes on unless something in this step cannot be sent as it is. */
    next,
    back: () =>
      turnTo(
        steps
          .peek()
          .filter(({ place }) => place < placeNow())
          .at(-1)?.place ?? end,
      ),
    /** An answer is changed from the check, to which Next then leads back. */
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
    /** null: the answers are checked, the last step before sending. */
    current: computed(() => steps.value.find(({ place }) => place >= wanted.value) ?? null),
    /** Of the check; the steps have lower ones. */
    end,
    reached,
    /** Grows when the applicant turns to another step, whose heading then takes focus. */
    turns,
    returns,
    after: (place: number) => steps.value.find((step) => step.place > place)?.place ?? end,
    /** For what takes focus by itself. */
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

/** A form without sections has names of our own for its parts. */
export function titleOfStep(words: Messages<StepsKey>, step: Step | null): string {
  if (step === null) return words.text('steps.check');
  const [first] = step.fields;
  const section = first?.shown.section;
  return section?.title ?? words.text(first?.question.detail ? 'steps.about' : 'steps.questions');
}
