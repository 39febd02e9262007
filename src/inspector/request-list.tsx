/** One row for each request that the proxy makes to the service: not yet sent, sent, and its state. */
import { outgoingParts } from '../core/answers/answers.ts';
import type { AnswerState, Submission } from '../core/model/submission.ts';
import type { Field, Form, SubmissionPhase } from '../form/contract.ts';
import { detailsToSend } from '../form/fill.ts';
import { answerOf, titleOf } from './words.ts';

export function RequestList({ form }: { readonly form: Form; readonly round: number }) {
  const phase = form.submission.value;
  const sent = phase.kind === 'accepted' ? phase.submission : null;
  const questions = form.order.filter(({ question }) => !question.detail && !question.confidential);
  return (
    <>
      <p class="hint" role="status">
        {sentenceFor(phase)}
      </p>
      <ul aria-label="Requests">
        {[...applicationOf(form, sent), ...questions.flatMap((field) => requestsOf(form, field, sent))].map(
          (each) => (
            <Row key={each.path + each.title} {...each} />
          ),
        )}
      </ul>
    </>
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

interface Request {
  readonly path: string;
  readonly title: string;
  readonly answer?: string | null;
  /** State of the request. `hidden`: the answer is remembered and not sent. */
  readonly state: AnswerState | 'open' | 'hidden';
}

/** Details go in the request that makes the application. */
function applicationOf({ order }: Form, sent: Submission | null): readonly Request[] {
  const { details } = detailsToSend({ order });
  if (sent === null ? Object.keys(details ?? {}).length === 0 : sent.application === null) return [];
  const state = sent?.application?.state ?? 'open';
  return [{ path: '/api/v1/applications', title: 'The application itself', state }];
}

/** Each file of a question is a request of its own. */
function requestsOf({ correcting }: Form, field: Field, sent: Submission | null): readonly Request[] {
  const { id } = field.question;
  const answer = answerOf(field);
  const row = { path: `/api/v1/answers · question ${id}`, title: titleOf(field), answer };
  const sentAnswers = sent?.answers.filter(({ question }) => question === id) ?? [];
  if (sentAnswers.length === 0 && answer !== null && !field.visible.value)
    return [{ ...row, state: 'hidden' }];
  const given = field.entry.value;
  const files = given?.kind === 'files' ? given.files : [];
  const isLeft = sent === null || correcting.value;
  const parts = isLeft && given?.kind !== 'unreadable' ? outgoingParts(id, given) : [];
  return (sentAnswers.length > 0 ? sentAnswers : parts).map((each) => ({
    ...row,
    title: each.part > 0 ? `${row.title} (file ${each.part + 1})` : row.title,
    answer: files[each.part]?.name ?? answer,
    state: 'state' in each ? each.state : 'open',
  }));
}

/** Signs, so that colour is not the only mark. */
const stateTexts: Readonly<Record<Request['state'], string>> = {
  open: 'would be sent',
  hidden: 'hidden, not sent',
  queued: '· queued',
  sending: '→ sending',
  delivered: '✓ delivered',
  checking: '? checking',
  refused: '× refused',
  held: '– held',
  parked: '! parked',
};

function Row({ path, title, answer, state }: Request) {
  const Tag = state === 'hidden' ? 's' : 'span';
  return (
    <li class={`request ${state}`}>
      <Tag>
        <b>POST</b> {path}
        <span class="about" dir="auto">
          {title}
          {answer && ` · ${answer}`}
        </span>
      </Tag>
      <span class="way">{stateTexts[state]}</span>
    </li>
  );
}
