/** What would be sent, what went and how far it has come: one row for each request that the proxy makes to the service. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { outgoingParts } from '../core/answers/outgoing.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { AnswerState, DeliveredAnswer, Submission } from '../core/model/submission.ts';
import type { Field, Form, SubmissionPhase } from '../form/contract.ts';
import { givenBeside } from '../form/given-beside.ts';
import { cutInPieces, DrawPieces, type Pieces } from './pieces.tsx';
import { answerOf, titleOf } from './titles.ts';

/** Of one form. */
export interface Requests {
  readonly form: Form;
  /** What the form asks itself: it goes in the request that makes the application. */
  readonly details: readonly Field[];
  readonly questions: Pieces<Field>;
  /** null until there is a receipt. */
  readonly submission: ReadonlySignal<Submission | null>;
  readonly sent: ReadonlySignal<ReadonlyMap<QuestionId, readonly DeliveredAnswer[]>>;
}

export function createRequests(form: Form): Requests {
  const submission = computed(() => {
    const phase = form.submission.value;
    return phase.kind === 'accepted' ? phase.submission : null;
  });
  return {
    form,
    details: form.order.filter(({ question }) => question.detail),
    questions: cutInPieces(form.order.filter(({ question }) => !question.detail && !question.confidential)),
    submission,
    sent: computed(() => byQuestion(submission.value?.answers ?? [])),
  };
}

function byQuestion(
  answers: readonly DeliveredAnswer[],
): ReadonlyMap<QuestionId, readonly DeliveredAnswer[]> {
  const all = new Map<QuestionId, DeliveredAnswer[]>();
  for (const answer of answers) all.set(answer.question, [...(all.get(answer.question) ?? []), answer]);
  return all;
}

export function RequestList({ requests }: { readonly requests: Requests }) {
  return (
    <div class="requests">
      <p class="hint" role="status">
        {sentenceFor(requests.form.submission.value)}
      </p>
      <ul class="list">
        <ApplicationRow requests={requests} />
      </ul>
      <DrawPieces
        of={requests.questions}
        draw={(piece, place) => (
          <ul class="list" key={place} aria-label={place === 0 ? 'Requests' : `Requests, part ${place + 1}`}>
            {piece.map((field) => (
              <AnswerRows key={field.question.id} requests={requests} field={field} />
            ))}
          </ul>
        )}
      />
    </div>
  );
}

function sentenceFor(phase: SubmissionPhase): string {
  switch (phase.kind) {
    case 'editing':
      return 'On Send the proxy stores all answers at once and gives a receipt. Then it makes these requests to the recruitment service, each answer in one of its own.';
    case 'sending':
      return 'Being sent: the proxy has not given a receipt yet.';
    case 'failed':
      return `Not sent (${phase.failure.code}). Everything that was typed is kept, and can be sent again.`;
    case 'accepted': {
      const { answers, reference } = phase.submission;
      const arrived = answers.filter(({ state }) => state === 'delivered').length;
      return `Receipt ${reference}: ${arrived} of ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'} delivered.`;
    }
  }
}

function ApplicationRow({ requests }: { readonly requests: Requests }) {
  const sent = requests.submission.value;
  const { details } = givenBeside({ order: requests.details });
  if (sent === null ? details === null || Object.keys(details).length === 0 : sent.application === null)
    return null;
  return <Row path="/api/v1/applications" title="The application itself" state={sent?.application?.state} />;
}

interface AnswerRowsProps {
  readonly requests: Requests;
  readonly field: Field;
}

/** Several files of a question go in a request each. */
function AnswerRows({ requests: { form, submission, sent }, field }: AnswerRowsProps) {
  const { id } = field.question;
  const answer = answerOf(field);
  const row = { path: `/api/v1/answers · question ${id}`, title: titleOf(form, field), answer };
  const went = sent.value.get(id);
  if (went === undefined && answer !== null && !field.visible.value) return <Row {...row} isHidden />;
  const given = field.entry.value;
  const files = given?.kind === 'files' ? given.files : [];
  const isLeft = submission.value === null || form.correcting.value;
  const parts = went ?? (isLeft && given?.kind !== 'unreadable' ? outgoingParts(id, given) : []);
  return (
    <>
      {parts.map(({ part, ...more }) => (
        <Row
          key={part}
          {...row}
          answer={files[part]?.name ?? answer}
          part={part}
          state={'state' in more ? more.state : undefined}
        />
      ))}
    </>
  );
}

/** Signs beside the words, so that colour is not all. */
const signs: Readonly<Record<AnswerState, string>> = {
  queued: '·',
  sending: '→',
  delivered: '✓',
  checking: '?',
  refused: '×',
  held: '–',
  parked: '!',
};

interface RowProps {
  readonly path: string;
  readonly title: string;
  readonly answer?: string | null;
  /** Of several files of one question. */
  readonly part?: number;
  /** How far it has come; undefined before it is sent. */
  readonly state?: AnswerState | undefined;
  /** The answer is kept, and does not go. */
  readonly isHidden?: boolean;
}

function Row({ path, title, answer, part = 0, state, isHidden }: RowProps) {
  const said = (
    <>
      <b>POST</b> {path}
      <span class="about" dir="auto">
        {title}
        {part > 0 && ` (file ${part + 1})`}
        {answer && ` · ${answer}`}
      </span>
    </>
  );
  return (
    <li class={`request ${isHidden ? 'hidden' : (state ?? 'open')}`}>
      <span class="says">{isHidden ? <s>{said}</s> : said}</span>
      <span class="way">
        {state !== undefined && <span aria-hidden="true">{signs[state]} </span>}
        {isHidden ? 'hidden, not sent' : (state ?? 'would be sent')}
      </span>
    </li>
  );
}
