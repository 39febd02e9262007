import { type Signal, signal } from '@preact/signals';
import type { DeliveredAnswer, Submission } from '../core/model/submission.ts';
import { type AnswerState, answerStates } from '../core/model/submission.ts';
import type { Form } from '../form/contract.ts';
import { type Attempt, attemptsByQuestion, barOf, looksOf, spanOf, type TimeSpan } from './delivery-track.ts';
import { phaseSentence, stateWords } from './delivery-words.ts';
import { type FaultState, FaultSwitch } from './fault-switch.tsx';
import type { FormPlace } from './form-place.ts';
import { LATEST, Latest } from './latest.tsx';
import { titleOf } from './titles.ts';
import type { SandboxTools, Traffic } from './traffic.ts';

export interface DeliveryState {
  readonly faults: FaultState;
  /** What the form says to the applicant now. */
  readonly says: Signal<string | null>;
  /** How many answers of a long timeline are drawn. */
  readonly shown: Signal<number>;
  readonly readFaults: () => Promise<void>;
  /** Follows the form and the faults while the tab is shown. */
  readonly mounted: (element: Element | null) => void;
}

export function createDeliveryState(
  faults: FaultState,
  place: FormPlace | null,
  sandbox: SandboxTools | null,
): DeliveryState {
  const says = signal<string | null>(null);
  let stop = () => {};
  let asked = 0;
  const readFaults = async () => {
    const number = ++asked;
    const read = await sandbox?.readFaults();
    // Of several replies the one to the latest question counts, and none takes the switches away.
    if (read && number === asked) faults.faults.value = read;
  };
  return {
    faults,
    says,
    shown: signal(LATEST),
    readFaults,
    mounted(element) {
      stop();
      stop = () => {};
      if (element === null) return;
      void readFaults();
      stop =
        place?.watchWords((text) => {
          says.value = text;
        }) ?? stop;
    },
  };
}

export interface DeliveryProps {
  readonly form: Form;
  /** Nothing is ever sent. */
  readonly isPreview: boolean;
  readonly traffic: Traffic | null;
  readonly sandbox: SandboxTools | null;
  readonly state: DeliveryState;
}

/** How far each answer has come on its way to the service. */
export function DeliveryList({ form, isPreview, traffic, sandbox, state }: DeliveryProps) {
  const phase = form.submission.value;
  if (isPreview)
    return (
      <p class="nothing">This form is a preview, which sends nothing. Delivery is followed in a real one.</p>
    );
  return (
    <div class="delivery" ref={state.mounted}>
      <p class="phase" role="status">
        {phaseSentence(phase)}
      </p>
      <Says says={state.says} />
      {sandbox !== null && <FaultSwitch sandbox={sandbox} state={state.faults} />}
      {phase.kind === 'accepted' ? (
        <Timeline form={form} submission={phase.submission} traffic={traffic} shown={state.shown} />
      ) : (
        <StateLegend />
      )}
    </div>
  );
}

const Says = ({ says }: Pick<DeliveryState, 'says'>) =>
  says.value && (
    <p class="says">
      <span class="hint">The applicant reads:</span> <q>{says.value}</q>
    </p>
  );

const StateLegend = () => (
  <dl class="states">
    {answerStates.map((state) => (
      <div key={state}>
        <dt>
          <StateMark state={state} />
        </dt>
        <dd>{stateWords[state].meaning}</dd>
      </div>
    ))}
  </dl>
);

const StateMark = ({ state }: { readonly state: AnswerState }) => (
  <span class={`way ${state}`}>
    <span class="sign" aria-hidden="true">
      {stateWords[state].sign}
    </span>
    {state}
  </span>
);

interface TimelineProps {
  readonly form: Form;
  readonly submission: Submission;
  readonly traffic: Traffic | null;
  readonly shown: Signal<number>;
}

function Timeline({ form, submission, traffic, shown }: TimelineProps) {
  const { application, answers, reference, acceptedAt } = submission;
  const attempts = attemptsByQuestion(traffic);
  const made = application === null ? [] : (attempts.get(null) ?? []);
  const tried = attemptsInOrder(attempts, answers);
  const looks = looksOf(traffic, submission);
  const span = spanOf(submission, [...looks, ...made, ...tried.flat()]);
  const steps = answers.map((answer, place) => ({ answer, attempts: tried[place] ?? [] }));
  return (
    <>
      <p class="receipt">
        <span class="way delivered">
          <span class="sign" aria-hidden="true">
            ✓
          </span>
          accepted
        </span>{' '}
        {timeOf(Date.parse(acceptedAt))} · receipt <code>{reference}</code>
      </p>
      <Latest
        name="answers"
        of={steps}
        shown={shown}
        draw={(latest) => (
          <ol class="timeline">
            {looks.length > 0 && (
              <Step title="Looked up at the service" state={null} attempts={looks} span={span} />
            )}
            {application !== null && (
              <Step title="The application itself" state={application.state} attempts={made} span={span} />
            )}
            {latest.map(({ answer, attempts: own }) => (
              <Step
                key={`${answer.question} ${answer.part}`}
                title={titleFor(form, answer)}
                state={answer.state}
                attempts={own}
                span={span}
              />
            ))}
          </ol>
        )}
      />
    </>
  );
}

function titleFor(form: Form, { question, part }: DeliveredAnswer): string {
  const field = form.fields.get(question);
  const title = field === undefined ? `Question ${question}` : titleOf(form, field);
  return part === 0 ? title : `${title} (file ${part + 1})`;
}

/** Several files of one question share their attempts in order: the sandbox does not tell which part one was. */
function attemptsInOrder(
  attempts: ReadonlyMap<string | null, readonly Attempt[]>,
  answers: readonly DeliveredAnswer[],
): readonly (readonly Attempt[])[] {
  const last = new Map(answers.map(({ question, part }) => [question, part]));
  return answers.map(({ question, part }) => {
    const all = attempts.get(question) ?? [];
    return all.slice(part, part === last.get(question) ? undefined : part + 1);
  });
}

interface StepProps {
  readonly title: string;
  /** null where nothing is delivered. */
  readonly state: AnswerState | null;
  readonly attempts: readonly Attempt[];
  readonly span: TimeSpan;
}

function Step({ title, state, attempts, span }: StepProps) {
  return (
    <li class="step">
      <span class="name" dir="auto">
        {title}
      </span>
      {state !== null && <StateMark state={state} />}
      {attempts.length > 0 && (
        <>
          <svg class="track" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <path class="base" d="M0 2.5h100v1h-100z" />
            {attempts.map((attempt) => (
              <path key={attempt.from} class={attempt.outcome} d={barOf(attempt, span)} />
            ))}
          </svg>
          <span class="tries">{attemptsText(attempts)}</span>
        </>
      )}
    </li>
  );
}

/** `14:03:31` or `3 tries: 14:03:27 503, 14:03:29 503, 14:03:31 201`, the last three. */
function attemptsText(attempts: readonly Attempt[]): string {
  const last = attempts.slice(-3).map((attempt) => `${timeOf(attempt.from)} ${resultText(attempt)}`);
  if (attempts.length === 1) return last.join('');
  const more = attempts.length > last.length ? '… ' : '';
  return `${attempts.length} tries: ${more}${last.join(', ')}`;
}

function resultText({ outcome, status }: Attempt): string {
  if (outcome === 'open') return 'no reply yet';
  return outcome === 'lost' ? 'reply lost' : String(status);
}

const timeOf = (moment: number): string =>
  Number.isFinite(moment) ? new Date(moment).toLocaleTimeString('en-GB') : '';
