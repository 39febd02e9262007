/** `POST /submissions` and `GET /submissions/{reference}`. Either all answers are accepted or none. */
import { failure, success } from '../../core/model/failure.ts';
import { reference } from '../../core/model/ids.ts';
import { isSettled, mayComplete, type Submission } from '../../core/model/submission.ts';
import { createPatience, type Patience } from '../forms/form-cache.ts';
import { checkChallenge } from '../http/challenge/check-challenge.ts';
import { formSource } from '../http/context.ts';
import {
  MOST_DOCUMENTS,
  QUEUE_PAUSE,
  readHeader,
  readJson,
  SUBMISSION_LIMIT_BYTES,
  type Verdict,
} from '../http/limits.ts';
import {
  type Checked,
  type Refusal,
  refused,
  respond,
  STORE_PAUSE,
  writeSubmissionResource,
} from '../http/replies.ts';
import type { AcceptRefusal, StoredSubmission } from '../ports.ts';
import type { Call } from '../sessions/authorise.ts';
import { hashEmail } from '../sessions/keys.ts';
import { findShownJob, isClosed } from '../sessions/make-session.ts';
import { isVisitor } from '../sessions/tokens.ts';
import { type SubmissionDocument, submissionSchema } from './body.ts';
import { check } from './check-submission.ts';
import {
  findExcess,
  fingerprintContent,
  fingerprintDestination,
  readContent,
  type SentContent,
  toLedgerAnswers,
  withStaged,
} from './content.ts';
import { isOf } from './details.ts';

/** Checked in this order: token, body, known fingerprint, caps, challenge, closed, revision, details, conditions, files (`src/server/http/README.md#post-submissions`). */
export async function postSubmission(call: Call): Promise<Checked<Response>> {
  const body = await readJson(call.request, SUBMISSION_LIMIT_BYTES, submissionSchema);
  if (!body.ok) return body;
  const accepted = await accept(call, body.value);
  if (!accepted.ok) return accepted;
  const { reference } = accepted.value;
  const status = isSettled(accepted.value) ? 200 : 202;
  return success(writeSubmission(accepted.value, status, { location: `/submissions/${reference}` }));
}

async function accept(call: Call, body: SubmissionDocument): Promise<Checked<Submission>> {
  const { context, session, request, tenant } = call;
  const isDown = context.delivery.isDown(tenant.id);
  const wait = readWait(request);
  const content = readContent(body);
  if (session.application !== null && content.details !== null)
    return refused('bad_request', { detail: 'The application is there: it takes answers alone.' });
  const excess = findExcess(content);
  if (excess !== null) return failure(excess);
  const stored = await context.delivery.find(session);
  if (stored?.isErased === true) return refused('already_submitted', erased);
  if (stored !== null && (await isKnown(call, stored, content))) {
    const { submission } = stored;
    return success((await context.delivery.read(session, submission.reference, wait)) ?? submission);
  }
  const judged = stored === null ? await judge(call) : success('free');
  if (!judged.ok) return judged;
  const raised = judged.value === 'raised';
  const proven = stored === null ? await checkChallenge(call, body.meta, raised) : success(null);
  if (!proven.ok) return proven;
  const patience = createPatience(context.clock, { isDown, isForReceipt: true });
  const [refusal, form] = await Promise.all([
    findClosed(call, stored, patience),
    context.forms.load(formSource(tenant, session), 'submit', null, patience),
  ]);
  if (refusal !== null) return failure(refusal);
  const checked = await check(call, form, { body, content, stored });
  if (!checked.ok) return checked;
  // If the service did not answer in time, it will not take answers in time either.
  const longest = patience.isSpent() ? 0 : wait;
  return store(call, { ...checked.value, isFirst: stored === null }, longest);
}

/** A visitor's application that finds no room is refused here, before anything else is done for it. */
async function judge({ context, session, tenant, address }: Call): Promise<Checked<Verdict>> {
  if (!isVisitor(session)) return success('free');
  const verdict = await context.limits.judgeApplication(tenant, address);
  if (verdict !== 'full') return success(verdict);
  context.events.tell('queue_full', { tenant: tenant.id });
  return refused('queue_full', { retryAfter: QUEUE_PAUSE });
}

/** Not accepted again, because the answers may already be at the service. */
const erased = { detail: 'This form was sent, and what was kept of it here was erased.' } as const;

/** Also recognises content that was stored under the older of two secrets. */
async function isKnown(
  { context, session }: Call,
  { submission, fingerprint }: StoredSubmission,
  content: SentContent,
): Promise<boolean> {
  const { answers, details } = content;
  // After a correction under a changed form, only files may be missing from the stored content.
  if (answers.length > submission.answers.length + MOST_DOCUMENTS) return false;
  const equality = (details?.equality ?? []).length > 0;
  const documents = (details?.files ?? []).some(isOf('documents'));
  if (mayComplete(submission.application, { equality, documents })) return false;
  const staged = await withStaged(content, session, context.staging);
  return context.keys.some((keys) => fingerprintContent(keys, staged) === fingerprint);
}

type CheckedSubmission = Extract<Awaited<ReturnType<typeof check>>, { ok: true }>['value'];

/** A correction uses the secret of the submission that it corrects, so the older one is tried after the first. */
async function store(
  call: Call,
  checked: CheckedSubmission & { readonly isFirst: boolean },
  wait: number,
): Promise<Checked<Submission>> {
  const { context, session } = call;
  const { tenant, subject, job } = session;
  const { content, destination, revision, consents, follow, madeOf, keepsApplication, isFirst } = checked;
  const email = destination.kind === 'job' ? (destination.details.email ?? null) : null;
  let refusal: AcceptRefusal = { kind: 'store_unavailable' };
  for (const [index, keys] of context.keys.entries()) {
    const submission = {
      key: { tenant, subject },
      destination,
      fingerprint: fingerprintContent(keys, content),
      detailsFingerprint: madeOf ?? fingerprintDestination(keys, content, follow),
      emailHash: email && hashEmail(context.keys[0], email),
      revision,
      answers: toLedgerAnswers(keys, checked),
      consents,
      formJob: job,
      isVisitor: isVisitor(session),
      keepsApplication,
      isFirst,
    };
    const accepted = await context.delivery.accept(submission, wait, call.stored);
    if (accepted.ok) {
      // What was known of the applicant has done its part. It is sealed, and goes with its session at the latest.
      if (session.prefilled) void context.prefills.forgetSubject(tenant, subject).catch(() => undefined);
      return accepted;
    }
    // Under the secret that it was not stored with, files that have gone seem to be missing.
    if (index === 0 || accepted.error.kind === 'store_unavailable') refusal = accepted.error;
  }
  if (refusal.kind === 'store_unavailable')
    return refused('service_unavailable', {
      retryAfter: STORE_PAUSE,
      detail: 'There is no receipt; send the same again.',
    });
  const { submission } = refusal;
  return refused('already_submitted', submission === null ? erased : { submission });
}

/** Reasons that do not depend on the content: already answered elsewhere, or the application or job is closed. */
async function findClosed(
  { context, session, tenant }: Call,
  stored: StoredSubmission | null,
  patience: Patience,
): Promise<Refusal | null> {
  if (stored === null && session.answered) return { code: 'already_submitted' };
  if (isClosed({ context, session, tenant })) return { code: 'job_closed' };
  const shown = await findShownJob({ context, session, tenant }, patience);
  if (!shown.ok) return shown.error;
  const job = shown.value ?? (await context.jobs.find({ tenant, job: session.job }, { patience }));
  // If the job cannot be found, an existing application still takes answers; a visitor's session does not.
  const isOpen = job?.open ?? session.application !== null;
  return isOpen ? null : { code: 'job_closed' };
}

/** `Prefer: wait=N` (RFC 7240), in milliseconds: 8 s unless it is said, 20 s at most. */
function readWait(request: Request): number {
  const wanted = /(?:^|[,;\s])wait=(\d{1,4})/i.exec(readHeader(request, 'prefer', 500) ?? '')?.[1];
  return Math.min(Number(wanted ?? 8), 20) * 1000;
}

export async function getSubmission({ context, session, id }: Call): Promise<Checked<Response>> {
  const submission = await context.delivery.read(session, reference(id), 0);
  return submission === null ? refused('not_found') : success(writeSubmission(submission, 200, {}));
}

const writeSubmission = (submission: Submission, status: number, headers: Readonly<Record<string, string>>) =>
  respond(
    status,
    { data: writeSubmissionResource(submission) },
    { ...headers, ...(isSettled(submission) ? {} : { 'retry-after': '1' }) },
  );
