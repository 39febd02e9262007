/** `POST /submissions` and `GET /submissions/{reference}`. All answers are accepted, or none. */
import type { OutgoingAnswer } from '../model/answer.ts';
import { type QuestionId, reference } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { LedgerAnswer, StoredSubmission, SubmissionToAccept } from '../model/ports.ts';
import type { Submission } from '../model/submission.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import type { Call } from './authorise.ts';
import { checkFiles, checkSubmission } from './check-submission.ts';
import { formSource, type House } from './house.ts';
import { fingerprintAll, fingerprintAnswer } from './keys.ts';
import { SUBMISSION_LIMIT_BYTES } from './limits.ts';
import { readJson } from './read-body.ts';
import { type Checked, type Refusal, refused } from './refusal.ts';
import { respond, writeSubmissionResource } from './respond.ts';
import {
  readSentAnswers,
  type SentAnswer,
  type SubmissionDocument,
  submissionSchema,
} from './sent-answers.ts';

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
  const sent = await readSentAnswers(body, session, house.staging);
  const fingerprint = await fingerprintOf(house, sent);
  const stored = await house.delivery.find(session);
  if (stored?.fingerprint === fingerprint) {
    const { submission } = stored;
    return success((await house.delivery.read(session, submission.reference, wait)) ?? submission);
  }
  const refusal = await findClosed(call, stored);
  if (refusal !== null) return failure(refusal);
  const answers = await check(call, body, sent);
  if (!answers.ok) return answers;
  const { tenant, subject, application } = session;
  const submission: SubmissionToAccept = {
    key: { tenant, subject },
    destination: { kind: 'application', application },
    fingerprint,
    answers: answers.value,
  };
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
  const job = await house.jobs.read(tenant.service, tenant.id, session.job, JOB_FRESH);
  return job.open ? null : { code: 'job_closed' };
}

async function check(
  { house, session, tenant }: Call,
  body: SubmissionDocument,
  sent: readonly SentAnswer[],
): Promise<Checked<readonly LedgerAnswer[]>> {
  const form = await house.forms.load(formSource(tenant, session), 'submit');
  if (!form.ok) return form;
  if (form.value.revision !== body.meta.revision) return refused('form_changed');
  const checked = checkSubmission(form.value.tree, sent);
  if (!checked.ok) return checked;
  const files = checkFiles(sent);
  if (!files.ok) return files;
  return success(await Promise.all(nameFiles(checked.value).map(toLedger(house, form.value.tree, sent))));
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
    fingerprint: await fingerprintAnswer(keys.fingerprint, { ...answer, fileHash: hashOf(answer, sent) }),
  });

function hashOf({ value }: OutgoingAnswer, sent: readonly SentAnswer[]): string | null {
  if (value.kind !== 'document') return null;
  return sent.find(({ staged }) => staged?.id === value.file.id)?.staged?.hash ?? null;
}

async function fingerprintOf({ keys }: House, sent: readonly SentAnswer[]): Promise<string> {
  const each = sent.map(({ question, value, staged }) =>
    fingerprintAnswer(keys.fingerprint, { question, value, fileHash: staged?.hash ?? null }),
  );
  return fingerprintAll(keys.fingerprint, await Promise.all(each));
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
