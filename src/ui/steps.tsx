import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isAnswerable } from '../core/model/question.ts';
import type { Field, Form } from '../form/contract.ts';
import type { StepsKey } from '../locale/catalogue.ts';
import type { Messages } from '../locale/messages.ts';
import { answerText } from './errors.tsx';
import { bringIntoView, showField } from './focus.ts';
import { Heading, Icon, type StepsProps, takeFocus, titleOf } from './screen.tsx';

type StepPartProps = Pick<StepsProps, 'journey'> & {
  readonly place: number;
  readonly children: ComponentChildren;
};

/** Some questions of one step. They stay in the page while another step is shown, so partial entries and uploads go on. */
function StepPart({ journey, place, children }: StepPartProps) {
  const isHidden = journey.isOn.value && (journey.current.value?.place ?? journey.end) !== place;
  // `focus.ts` sends this event before it shows a question of the step.
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

/** Draws fields grouped by step; the fields of other steps are hidden. */
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

/** Questions that are shown together; a step whose questions are all hidden is left out. */
interface Step {
  readonly place: number;
  readonly fields: readonly Field[];
}

/** The way through one form, a section at a time. */
export class Journey {
  readonly steps: ReadonlySignal<readonly Step[]>;
  /** null while the answers are checked, the last step before sending. */
  readonly current: ReadonlySignal<Step | null>;
  /** False while refused answers are corrected, all of them on one page. */
  readonly isOn: ReadonlySignal<boolean>;
  /** Index of the check, after all steps. */
  readonly end: number;
  /** True while an answer is changed from the check, to which Next then returns. */
  readonly returns = signal(false);
  /** Grows when the applicant goes to another step, whose heading then takes focus. */
  readonly turns = signal(0);
  readonly #wanted: Signal<number>;
  readonly #reached: Signal<number>;
  readonly #places: ReadonlyMap<Field, number>;
  readonly #form: Form;
  readonly #attempt: () => void;
  #seen: number;

  /** @param attempt counts an attempt that found something, so that the summary takes focus */
  constructor(form: Form, attempt: () => void) {
    const groups = inGroups(form.order);
    const start = startOf(form, groups);
    this.#form = form;
    this.#attempt = attempt;
    this.#wanted = signal(start);
    this.#reached = signal(start);
    this.#places = new Map(groups.flatMap(({ fields, place }) => fields.map((field) => [field, place])));
    this.#seen = form.attempts.peek();
    this.end = groups.length;
    this.steps = computed(() => groups.filter(({ fields }) => fields.some(({ visible }) => visible.value)));
    this.current = computed(() => this.steps.value.find(({ place }) => place >= this.#wanted.value) ?? null);
    this.isOn = computed(() => !form.correcting.value);
    // Shows the step of an error that sending found. Never disposed, because it lives as long as its form.
    effect(() => {
      const isFound = form.attempts.value > this.#seen;
      this.#seen = form.attempts.value;
      const [first] = isFound ? form.invalid.peek() : [];
      const field = first && form.fields.get(first);
      if (field) this.show(this.placeOf(field));
    });
  }

  readonly placeOf = (field: Field): number => this.#places.get(field) ?? this.end;

  isDone = ({ fields, place }: Step): boolean => place < this.#reached.value && fields.every(isValid);

  /** True if the step was reached before, or comes next. */
  mayTurnTo = (place: number): boolean =>
    place <= this.#reached.value || place === this.#after(this.current.value);

  #after = (step: Step | null): number =>
    this.steps.value.find(({ place }) => place > (step?.place ?? this.end))?.place ?? this.end;

  /** Shows a step whose content takes focus by itself. */
  show(place: number): void {
    batch(() => {
      this.#wanted.value = place;
      this.#reached.value = Math.max(this.#reached.peek(), place);
      if (place === this.end) this.returns.value = false;
    });
  }

  turnTo(place: number): void {
    if (place > (this.current.peek()?.place ?? this.end) && place > this.#reached.peek()) this.next();
    else this.#turn(place);
  }

  #turn(place: number): void {
    batch(() => {
      this.show(place);
      this.turns.value += 1;
    });
  }

  /** Goes to the next step, unless something in this one is invalid. */
  next(): void {
    const step = this.current.peek();
    if (!step || !this.#passes(step)) return;
    const left = this.steps.peek().find(({ fields }) => !fields.every(isValid));
    this.#turn(this.returns.peek() ? (left?.place ?? this.end) : this.#after(step));
  }

  back(): void {
    const now = this.current.peek()?.place ?? this.end;
    this.#turn(
      this.steps
        .peek()
        .filter(({ place }) => place < now)
        .at(-1)?.place ?? this.end,
    );
  }

  #passes({ fields }: Step): boolean {
    this.#form.controls.read();
    for (const field of fields) if (field.visible.peek()) this.#form.leave(field.question.id);
    if (fields.every(isValid)) return true;
    this.#seen += 1;
    this.#attempt();
    return false;
  }
}

const isValid = ({ invalidity }: Field): boolean => invalidity.value === null;

/** Steps are the form's sections; without sections, the details and then the questions. */
function inGroups(order: readonly Field[]): readonly Step[] {
  const isSectioned = order.some(({ question }) => question.section);
  const groups: Field[][] = [];
  let wasDetail: boolean | undefined;
  for (const field of order) {
    const { section, detail } = field.question;
    const begins = isSectioned ? section : wasDetail !== Boolean(detail);
    wasDetail = Boolean(detail);
    const last = groups.at(-1);
    if (last && !begins) last.push(field);
    else groups.push([field]);
  }
  return groups.map((fields, place) => ({ fields, place }));
}

/** A returning applicant starts at the first incomplete step. */
function startOf(form: Form, groups: readonly Step[]): number {
  if (form.order.every(({ entry }) => entry.peek() === null)) return 0;
  return groups.find(({ fields }) => fields.some(({ invalidity }) => invalidity.peek()))?.place ?? 0;
}

/** The steps of a form without sections have names of our own. */
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
            {[...steps, null].map((item, index) => (
              <StepItem key={item?.place ?? 'check'} {...props} step={item} number={index + 1} />
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
          <button type="button" class="af-link" onClick={() => journey.back()}>
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

/** Lists every visible question with its answer in words and a button to change it. */
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
            journey.returns.value = true;
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

export const stepsParts = { Journey, CheckAnswers, StepHead, drawSteps };

/** One file loads everything that draws steps. */
export { enSteps } from '../locale/en-steps.ts';
export { default as styles } from './styles/steps.css?inline';
