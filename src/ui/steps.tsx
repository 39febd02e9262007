import { batch, computed, effect, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isAnswerable } from '../core/model/question.ts';
import type { Field, Form } from '../form/contract.ts';
import type { StepsKey } from '../locale/catalogue.ts';
import type { Messages } from '../locale/messages.ts';
import { Heading, Icon, takeFocus } from './elements.tsx';
import { bringIntoView, showField } from './focus.ts';
import { answerText } from './phrases.ts';
import type { StepsProps } from './screen.ts';
import { titleOf } from './texts.tsx';

interface StepPartProps {
  readonly journey: Journey;
  readonly place: number;
  readonly children: ComponentChildren;
}

/** Some questions of one step. They stay drawn while another step is shown, so nothing half typed or uploading is lost. */
function StepPart({ journey, place, children }: StepPartProps) {
  const isHidden = journey.isOn.value && (journey.current.value?.place ?? journey.end) !== place;
  // Sent by what is about to show a question of it (`focus.ts`), which needs it at once.
  const turn = {
    'onapply-turn'({ target }: Event) {
      journey.show(place);
      if (!(target instanceof HTMLElement)) return;
      for (const part of target.closest('.af-blocks')?.querySelectorAll<HTMLElement>('.af-step') ?? [])
        part.hidden = part.dataset['step'] !== `${place}`;
    },
  };
  return (
    <div class="af-step" data-step={place} hidden={isHidden} {...turn}>
      {children}
    </div>
  );
}

/** Some fields, parted by the steps that they belong to; those of other steps stay drawn, and are hidden. */
function drawSteps(
  journey: Journey,
  fields: readonly Field[],
  blocks: readonly VNode[],
  drawPart: (fields: readonly Field[], blocks: readonly VNode[]) => ComponentChildren,
): VNode[] {
  const places = fields.map(journey.placeOf);
  return [...new Set(places)].map((place) => {
    const isHere = (_: unknown, index: number) => places[index] === place;
    return (
      <StepPart key={place} journey={journey} place={place}>
        {drawPart(fields.filter(isHere), blocks.filter(isHere))}
      </StepPart>
    );
  });
}

/** A step whose questions are all hidden is none. */
interface Step {
  readonly place: number;
  readonly fields: readonly Field[];
}

export type Journey = ReturnType<typeof createJourney>;

/**
 * The way through one form, a section at a time.
 * @param attempt counts an attempt that found something, so that the summary takes focus
 */
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
    back() {
      const before = steps.peek().filter(({ place }) => place < placeNow());
      turnTo(before.at(-1)?.place ?? end);
    },
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

/** Lets go on from a step in which nothing is wrong; what is found elsewhere, by sending, is shown in its place. */
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
  return groups.find(({ fields }) => fields.some(({ invalidity }) => invalidity.peek()))?.place ?? 0;
}

/** A form without sections has names of our own for its parts. */
function titleOfStep(words: Messages<StepsKey>, step: Step | null): string {
  if (step === null) return words.text('steps.check');
  const [first] = step.fields;
  const section = first?.shown.section;
  return section?.title ?? words.text(first?.question.detail ? 'steps.about' : 'steps.questions');
}

/** The way back, the steps, and the heading of this one, which takes focus when the applicant turns to it. */
function StepHead(props: StepsProps) {
  const { journey, screen, words } = props;
  const box = useRef<HTMLDivElement>(null);
  const step = journey.current.value;
  const turns = journey.turns.value;
  const steps = journey.steps.value;
  useLayoutEffect(() => {
    if (turns === 0) return;
    if (screen.box.current) bringIntoView(screen.box.current);
    takeFocus(box.current?.querySelector<HTMLElement>('.af-heading') ?? null, { preventScroll: true });
  }, [turns]);
  const number = step ? steps.indexOf(step) + 1 : steps.length + 1;
  return (
    <div ref={box} class="af-step-head">
      {steps.length > 1 && (
        <nav class="af-steps" aria-label={words.text('steps.label')}>
          <ol>
            {[...steps, null].map((one, index) => (
              <StepItem key={one?.place ?? 'check'} {...props} step={one} number={index + 1} />
            ))}
          </ol>
        </nav>
      )}
      <div class="af-step-title">
        <Heading level={screen.headingLevel}>
          {titleOfStep(words, step)}
          <span class="af-hidden"> {`(${words.text('steps.of', { number, total: steps.length + 1 })})`}</span>
        </Heading>
        {number > 1 && (
          <button type="button" class="af-link" onClick={journey.back}>
            {words.text('steps.back')}
          </button>
        )}
      </div>
    </div>
  );
}

type ItemProps = StepsProps & { readonly step: Step | null; readonly number: number };

function StepItem({ journey, words, step, number }: ItemProps) {
  const isCurrent = step === journey.current.value;
  const place = step?.place ?? journey.end;
  const isDone = step !== null && journey.isDone(step);
  const content = (
    <>
      <span class="af-step-mark">{isDone ? <Icon name="tick" /> : number}</span>
      <span class="af-step-name">{titleOfStep(words, step)}</span>
      {isDone && <span class="af-hidden"> {words.text('steps.done')}</span>}
    </>
  );
  return (
    <li data-done={isDone || undefined}>
      {!isCurrent && journey.mayTurnTo(place) ? (
        <button type="button" onClick={() => journey.turnTo(place)}>
          {content}
        </button>
      ) : (
        <span aria-current={isCurrent ? 'step' : undefined}>{content}</span>
      )}
    </li>
  );
}

type CheckProps = StepsProps & { readonly messages: Messages };

/** Every visible question with its answer in words, and the way to change it. */
function CheckAnswers(props: CheckProps) {
  const { journey, screen, words } = props;
  return (
    <div class="af-step af-check" data-step={journey.end}>
      {journey.steps.value.map((step) => (
        <section key={step.place}>
          <Heading level={screen.headingLevel + 1}>{titleOfStep(words, step)}</Heading>
          <dl>
            {step.fields
              .filter((field) => field.visible.value && isAnswerable(field.question))
              .map((field) => (
                <CheckLine key={field.question.id} {...props} field={field} />
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function CheckLine({ field, screen, journey, words, messages }: CheckProps & { readonly field: Field }) {
  const title = titleOf(messages, field.shown);
  const answer = field.entry.value;
  const isConsent = field.question.detail === 'consent';
  const isGiven = answer?.kind === 'choice' && answer.options.length > 0;
  const text = isConsent
    ? messages.text(isGiven ? 'yes' : 'no')
    : answer && answerText(messages, field.shown, answer);
  return (
    <div>
      <dt dir="auto">{title}</dt>
      <dd dir="auto" data-empty={!text || undefined}>
        {text || words.text('steps.none')}
      </dd>
      <dd>
        <button
          type="button"
          class="af-link"
          onClick={() => {
            journey.change();
            showField(screen, field);
          }}
        >
          {words.text('steps.change')}
          <span class="af-hidden"> {title}</span>
        </button>
      </dd>
    </div>
  );
}

export const stepsParts = { createJourney, CheckAnswers, StepHead, drawSteps };

/** All that draws one section at a time is loaded at once. */
export { enSteps } from '../locale/en-steps.ts';
export { default as styles } from './styles/steps.css?inline';
