/** `POST /submissions` and `GET /submissions/{reference}`. All answers are accepted, or none. */
import { type Revision, reference } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { AcceptRefusal, StoredSubmission } from '../model/ports.ts';
import { type Destination, isSettled, type Submission } from '../model/submission.ts';
import type { Call } from './authorise.ts';
import { checkFiles, checkSubmission } from './check-submission.ts';
import { formSource, type House } from './house.ts';
import { findShownJob } from './job-sessions.ts';
import {
  type AcceptedAnswers,
  fingerprintContent,
  fingerprintDestination,
  toLedgerAnswers,
} from './ledger-answers.ts';
import { SUBMISSION_LIMIT_BYTES } from './limits.ts';
import { readJson } from './read-body.ts';
import { type Checked, type Refusal, refused } from './refusal.ts';
import { respond, writeSubmissionResource } from './respond.ts';
import { readSentAnswers, type SentAnswer } from './sent-answers.ts';
import { checkShape, findDestination } from './sent-details.ts';
import { STORE_PAUSE } from './store-failure.ts';
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
  const stored = await house.delivery.find(session);
  if (stored !== null && (await isKnown(house, stored, { body, sent }))) {
    const { submission } = stored;
    return success((await house.delivery.read(session, submission.reference, wait)) ?? submission);
  }
  const refusal = await findClosed(call, stored);
  if (refusal !== null) return failure(refusal);
  const checked = await check(call, body, sent);
  if (!checked.ok) return checked;
  const spent =
    session.application === null ? await house.limits.spend('apply', call.address) : success(null);
  return spent.ok ? store(call, { ...checked.value, body, sent }, wait) : spent;
}

type Sent = { readonly body: SubmissionDocument; readonly sent: readonly SentAnswer[] };

/** What was stored under the older of two secrets is known again, too. */
async function isKnown({ keys }: House, { fingerprint }: StoredSubmission, { body, sent }: Sent) {
  const all = await Promise.all(keys.map((one) => fingerprintContent(one, body, sent)));
  return all.includes(fingerprint);
}

interface CheckedSubmission extends Sent, AcceptedAnswers {
  readonly destination: Destination;
  readonly revision: Revision;
}

/** A correction is one under the secret of what it corrects, so the older secret has its turn after the first. */
async function store(call: Call, checked: CheckedSubmission, wait: number): Promise<Checked<Submission>> {
  const { house, session } = call;
  const { tenant, subject } = session;
  const { body, sent, destination, revision } = checked;
  let refusal: AcceptRefusal = { kind: 'store_unavailable' };
  for (const keys of house.keys) {
    const fingerprint = await fingerprintContent(keys, body, sent);
    const answers = await toLedgerAnswers(keys, checked);
    const submission = {
      key: { tenant, subject },
      destination,
      fingerprint,
      detailsFingerprint: await fingerprintDestination(keys, body),
      revision,
      answers,
    };
    const accepted = await house.delivery.accept(submission, wait);
    if (accepted.ok) return accepted;
    refusal = accepted.error;
    if (refusal.kind === 'store_unavailable') break;
  }
  return refusal.kind === 'already_submitted'
    ? refused('already_submitted', { submission: refusal.submission })
    : refused('service_unavailable', {
        retryAfter: STORE_PAUSE,
        detail: 'Nothing was accepted; send the same again.',
      });
}

/** What no content can change: the answers came from elsewhere already, or application or job take none. */
async function findClosed(
  { house, session, tenant }: Call,
  stored: StoredSubmission | null,
): Promise<Refusal | null> {
  if (stored === null && session.answered) return { code: 'already_submitted' };
  if (house.ends.isClosed({ session, tenant })) return { code: 'job_closed' };
  const shown = await findShownJob({ house, session, tenant });
  if (!shown.ok) return shown.error;
  const asked = { service: tenant.service, tenant: tenant.id, job: session.job };
  const job = shown.value ?? (await house.jobs.find(asked, JOB_FRESH));
  // An application that is there already decides; without one, a job that is gone takes none.
  const isOpen = job?.open ?? session.application !== null;
  return isOpen ? null : { code: 'job_closed' };
}

async function check(
  { house, session, tenant }: Call,
  body: SubmissionDocument,
  sent: readonly SentAnswer[],
): Promise<Checked<AcceptedAnswers & Pick<CheckedSubmission, 'destination' | 'revision'>>> {
  const form = await house.forms.load(formSource(tenant, session), 'submit');
  if (!form.ok) return form;
  if (form.value.revision !== body.meta.revision) return refused('form_changed');
  const destination = findDestination(session, body);
  if (!destination.ok) return destination;
  const checked = checkSubmission(form.value.tree, sent);
  if (!checked.ok) return checked;
  const files = checkFiles(sent);
  if (!files.ok) return files;
  const { tree, revision } = form.value;
  return success({ destination: destination.value, revision, tree, answers: checked.value, sent });
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

/** Seconds after which it is worth asking again. */
const POLL = '1';

const writeSubmission = (submission: Submission, status: number, headers: Readonly<Record<string, string>>) =>
  respond(
    status,
    { data: writeSubmissionResource(submission) },
    { ...headers, ...(isSettled(submission) ? {} : { 'retry-after': POLL }) },
  );
