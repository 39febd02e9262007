/** `POST /submissions` and `GET /submissions/{reference}`. All answers are accepted, or none. */
import type { OutgoingAnswer } from '../model/answer.ts';
import { type QuestionId, reference } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { LedgerAnswer, StoredSubmission, SubmissionToAccept } from '../model/ports.ts';
import type { Question } from '../model/question.ts';
import type { Submission } from '../model/submission.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import type { Call } from './authorise.ts';
import { checkFiles, checkSubmission } from './check-submission.ts';
import { formSource, type House } from './house.ts';
import { fingerprintAll, fingerprintAnswer, fingerprintDetails } from './keys.ts';
import { SUBMISSION_LIMIT_BYTES } from './limits.ts';
import { readJson } from './read-body.ts';
import { type Checked, type Refusal, refused } from './refusal.ts';
import { respond, writeSubmissionResource } from './respond.ts';
import { readSentAnswers, type SentAnswer } from './sent-answers.ts';
import { checkShape, findDestination } from './sent-details.ts';
import { type SubmissionDocument, submissionSchema } from './submission-body.ts';

/** Seconds (DOORS). */
const WAIT = 8;
const LONGEST_WAIT = 20;
/** Milliseconds that a job's state may be old when answers are taken for it. */
const JOB_FRESH = 60_000;

/** Checked in this order: token, body, known fingerprint, revision, conditions, files (DOORS). */
export async function postSubmission(call: Call): Promise<Checked<Response>> {
  const body = await readJson(call.request, SUBMISSION_LIMIT_BYTES, submissionSchema);
  if (!body.ok) return body;
  const accepted = await accept(call, body.value);
  return accepted.ok ? success(receipt(accepted.value)) : accepted;
}

async function accept(call: Call, body: SubmissionDocument): Promise<Checked<Submission>> {
  const { house, session, request } = call;
  const wait = readWait(request);
  const shape = checkShape(session, body);
  if (!shape.ok) return shape;
  const sent = await readSentAnswers(body.data.answers, session, house.staging);
  const fingerprint = await fingerprintOf(house, body, sent);
  const stored = await house.delivery.find(session);
  if (stored?.fingerprint === fingerprint) {
    const { submission } = stored;
    return success((await house.delivery.read(session, submission.reference, wait)) ?? submission);
  }
  const refusal = await findClosed(call, stored);
  if (refusal !== null) return failure(refusal);
  const checked = await check(call, body, sent);
  if (!checked.ok) return checked;
  const spent =
    session.application === null ? await house.limits.spend('apply', call.address) : success(null);
  if (!spent.ok) return spent;
  const { tenant, subject } = session;
  const submission = { key: { tenant, subject }, fingerprint, ...checked.value };
  const accepted = await house.delivery.accept(submission, wait);
  if (accepted.ok) return accepted;
  return accepted.error.kind === 'already_submitted'
    ? refused('already_submitted', { submission: accepted.error.submission })
    : refused('service_unavailable', { retryAfter: 5, detail: 'Nothing was accepted; send the same again.' });
}

/** What no content can change: the answers came from elsewhere already, or the job takes none. */
async function findClosed(
  { house, session, tenant }: Call,
  stored: StoredSubmission | null,
): Promise<Refusal | null> {
  if (stored === null && session.answered) return { code: 'already_submitted' };
  const job = await house.jobs.find(
    { service: tenant.service, tenant: tenant.id, job: session.job },
    JOB_FRESH,
  );
  // An application that is there already decides; without one, a job that is gone takes none.
  const isOpen = job?.open ?? session.application !== null;
  return isOpen ? null : { code: 'job_closed' };
}

async function check(
  { house, session, tenant }: Call,
  body: SubmissionDocument,
  sent: readonly SentAnswer[],
): Promise<Checked<Pick<SubmissionToAccept, 'destination' | 'answers'>>> {
  const form = await house.forms.load(formSource(tenant, session), 'submit');
  if (!form.ok) return form;
  if (form.value.revision !== body.meta.revision) return refused('form_changed');
  const destination = findDestination(session, body);
  if (!destination.ok) return destination;
  const checked = checkSubmission(form.value.tree, sent);
  if (!checked.ok) return checked;
  const files = checkFiles(sent);
  if (!files.ok) return files;
  const answers = await Promise.all(nameFiles(checked.value).map(toLedger(house, form.value.tree, sent)));
  return success({ destination: destination.value, answers });
}

/** Files of one question with the same name would be told apart by nobody: `cv.pdf`, `cv (2).pdf`. */
function nameFiles(answers: readonly OutgoingAnswer[]): readonly OutgoingAnswer[] {
  const used = new Map<QuestionId, Set<string>>();
  return answers.map((answer) => {
    const { question, value } = answer;
    if (value.kind !== 'document') return answer;
    const names = used.get(question) ?? new Set();
    const name = freeName(value.file.name, names);
    used.set(question, names.add(name));
    return { ...answer, value: { ...value, file: { ...value.file, name } } };
  });
}

function freeName(name: string, used: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${stem} (${number})${ending}`;
  return free;
}

const toLedger =
  ({ keys }: House, tree: QuestionTree, sent: readonly SentAnswer[]) =>
  async (answer: OutgoingAnswer): Promise<LedgerAnswer> => ({
    ...answer,
    parent: tree.nodes.get(answer.question)?.parent ?? null,
    ...nameOf(tree, answer.question),
    fingerprint: await fingerprintAnswer(keys.fingerprint, { ...answer, fileHash: hashOf(answer, sent) }),
  });

/** What the service shows of a question beside an answer to it. */
function nameOf(
  { nodes }: QuestionTree,
  id: QuestionId,
): Pick<LedgerAnswer, 'title' | 'type' | 'isDistinct'> {
  const { canonicalTitle: title = '', type = 'unknown' } = nodes.get(id)?.question ?? {};
  const isSame = ({ question }: { readonly question: Question }) =>
    question.canonicalTitle === title && question.type === type;
  return { title, type, isDistinct: [...nodes.values()].filter(isSame).length === 1 };
}

function hashOf({ value }: OutgoingAnswer, sent: readonly SentAnswer[]): string | null {
  if (value.kind !== 'document') return null;
  return sent.find(({ staged }) => staged?.id === value.file.id)?.staged?.hash ?? null;
}

async function fingerprintOf(
  { keys: { fingerprint: key } }: House,
  { data: { details } }: SubmissionDocument,
  sent: readonly SentAnswer[],
): Promise<string> {
  const each = sent.map(({ question, value, staged }) =>
    fingerprintAnswer(key, { question, value, fileHash: staged?.hash ?? null }),
  );
  const own = details === null ? [] : [fingerprintDetails(key, details)];
  return fingerprintAll(key, await Promise.all([...own, ...each]));
}

/** `Prefer: wait=N` (RFC 7240), in milliseconds. */
function readWait(request: Request): number {
  const wanted = /(?:^|[,;\s])wait=(\d{1,4})/i.exec(request.headers.get('prefer') ?? '')?.[1];
  return Math.min(wanted === undefined ? WAIT : Number(wanted), LONGEST_WAIT) * 1000;
}

export async function getSubmission({ house, session, id }: Call): Promise<Checked<Response>> {
  const submission = await house.delivery.read(session, reference(id), 0);
  return submission === null ? refused('not_found') : success(writeSubmission(submission, 200, {}));
}

function receipt(submission: Submission): Response {
  const status = isSettled(submission) ? 200 : 202;
  return writeSubmission(submission, status, { location: `/submissions/${submission.reference}` });
}

const isSettled = ({ state }: Submission): boolean => state === 'complete' || state === 'attention';

/** Seconds after which it is worth asking again. */
const POLL = '1';

const writeSubmission = (submission: Submission, status: number, headers: Readonly<Record<string, string>>) =>
  respond(
    status,
    { data: writeSubmissionResource(submission) },
    { ...headers, ...(isSettled(submission) ? {} : { 'retry-after': POLL }) },
  );
