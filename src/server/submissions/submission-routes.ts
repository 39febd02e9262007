/** `POST /submissions` and `GET /submissions/{reference}`. Either all answers are accepted or none. */
import { type Details, documentsQuestion, type FileDetailName } from '../../core/model/details.ts';
import { failure, success } from '../../core/model/failure.ts';
import { type QuestionId, reference } from '../../core/model/ids.ts';
import type { OutgoingAnswer } from '../../core/model/question.ts';
import {
  type ApplicationFiles,
  type Destination,
  isSettled,
  mayComplete,
  type Submission,
} from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import { createPatience, formSource, type Patience } from '../forms/form-cache.ts';
import { checkChallenge } from '../http/challenge/check-challenge.ts';
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
import type { AcceptRefusal, LedgerAnswer, StoredSubmission } from '../ports.ts';
import { serviceLocales } from '../service/queries.ts';
import { findShownJob, isClosed } from '../sessions/sessions.ts';
import {
  type Call,
  fingerprintAll,
  fingerprintAnswer,
  fingerprintDetails,
  hashEmail,
  isVisitor,
  type Keys,
  type Session,
} from '../sessions/tokens.ts';
import {
  idOf,
  isFileFor,
  type SentAnswer,
  type SentContent,
  type SubmissionDocument,
  submissionSchema,
  withStaged,
} from './body.ts';
import { check, findExcess } from './check-submission.ts';

/**
 * Accepts a submission. Checks in this order: token, body, known fingerprint, caps, challenge, closed, revision,
 * details, conditions, files (`src/server/http/README.md#post-submissions`).
 */
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
  const { data: content, meta } = body;
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
  const isFirst = stored === null;
  if (isFirst) {
    const judged = await judge(call);
    const proven = judged.ok ? await checkChallenge(call, meta, judged.value === 'raised') : judged;
    if (!proven.ok) return proven;
  }
  const patience = createPatience(context.clock, { isDown, isForReceipt: true });
  const [refusal, form] = await Promise.all([
    findClosed(call, stored, patience),
    context.forms.load(formSource(tenant, session), 'submit', null, patience),
  ]);
  if (refusal !== null) return failure(refusal);
  const checked = await check(call, form, { body, stored });
  if (!checked.ok) return checked;
  // If the service did not answer in time, it will not take answers in time either.
  const maxWait = patience.isSpent() ? 0 : wait;
  return store(call, { ...checked.value, meta, isFirst }, maxWait);
}

/** Refuses a visitor's application beyond the caps, before any other work. */
async function judge({ context, session, tenant, address }: Call): Promise<Checked<Verdict>> {
  if (!isVisitor(session)) return success('free');
  const verdict = await context.limits.judgeApplication(tenant, address);
  if (verdict !== 'full') return success(verdict);
  context.events.report('queue_full', { tenant: tenant.id });
  return refused('queue_full', { retryAfter: QUEUE_PAUSE });
}

const noReceipt = { retryAfter: STORE_PAUSE, detail: 'There is no receipt; send the same again.' } as const;

/** An erased form is not accepted again, because its answers may already be at the service. */
const erased = { detail: 'This form was sent, and what was kept of it here was erased.' } as const;

/** Whether this content is stored already, even under the older of two secrets. */
async function isKnown(
  { context, session }: Call,
  { submission, fingerprint }: StoredSubmission,
  content: SentContent,
): Promise<boolean> {
  const { answers, details } = content;
  // After a correction under a changed form, only files may be missing from the stored content.
  if (answers.length > submission.answers.length + MOST_DOCUMENTS) return false;
  const equality = (details?.equality ?? []).length > 0;
  const documents = (details?.files ?? []).some(isFileFor('documents'));
  if (mayComplete(submission.application, { equality, documents })) return false;
  const staged = await withStaged(content, session, context.staging);
  return context.keys.some((keys) => fingerprintContent(keys, staged) === fingerprint);
}

type CheckedSubmission = Extract<Awaited<ReturnType<typeof check>>, { ok: true }>['value'];

/** A correction uses the secret of the submission that it corrects, so the older one is tried after the first. */
async function store(
  call: Call,
  checked: CheckedSubmission & Pick<SubmissionDocument, 'meta'> & { readonly isFirst: boolean },
  wait: number,
): Promise<Checked<Submission>> {
  const { context, session } = call;
  const { tenant, subject, job } = session;
  const { content, meta, follow, madeOf, tree, answers, ...others } = checked;
  const destination = destinationOf(session, content, meta, follow);
  const email = destination.kind === 'job' ? (destination.details.email ?? null) : null;
  let refusal: AcceptRefusal = { kind: 'store_unavailable' };
  for (const [index, keys] of context.keys.entries()) {
    const submission = {
      key: { tenant, subject },
      destination,
      fingerprint: fingerprintContent(keys, content),
      detailsFingerprint: madeOf ?? fingerprintDestination(keys, content, follow),
      emailHash: email && hashEmail(context.keys[0], email),
      answers: toLedgerAnswers(keys, checked),
      formJob: job,
      isVisitor: isVisitor(session),
      ...others,
    };
    const accepted = await context.delivery.accept(submission, wait, call.stored);
    if (accepted.ok) {
      // The prefill is no longer needed. If this fails, it stays sealed until its session ends.
      if (session.prefilled) void context.prefills.forgetSubject(tenant, subject).catch(() => undefined);
      return accepted;
    }
    // Under the other secret, deleted files seem to be missing.
    if (index === 0 || accepted.error.kind === 'store_unavailable') refusal = accepted.error;
  }
  if (refusal.kind === 'store_unavailable') return refused('service_unavailable', noReceipt);
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

/** Reads `Prefer: wait=N` (RFC 7240) in milliseconds: 8 s by default, at most 20 s. */
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

function destinationOf(
  { application, job }: Session,
  { details }: SentContent,
  { locale, source = null }: SubmissionDocument['meta'],
  follow: boolean,
): Destination {
  if (application !== null) return { kind: 'application', application };
  const { texts = {}, equality = [] } = details ?? {};
  const files = filesOf(details?.files ?? [], follow);
  return {
    kind: 'job',
    job,
    details: texts,
    ...(Object.keys(files).length > 0 && { files }),
    ...(equality.length > 0 && { equality }),
    locale: localeAtService(locale ?? ''),
    source,
  };
}

/** Files sent in the request that makes the application. */
function filesOf(sent: readonly SentAnswer[], follow: boolean): ApplicationFiles {
  const stagedFor = (name: FileDetailName) =>
    sent.filter(isFileFor(name)).flatMap(({ staged }) => staged ?? []);
  const [cv] = stagedFor('cv');
  const [letter] = stagedFor('cover_letter');
  const documents = stagedFor('documents');
  return {
    ...(cv && { cv }),
    ...(letter && { cover_letter: letter }),
    ...(!follow && documents.length > 0 && { documents }),
  };
}

/** Reads `de-AT` as German. A language that the service does not know is not sent. */
function localeAtService(shown: string): string | null {
  const find = (tag: string) => serviceLocales.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return find(shown) ?? find(shown.split('-', 1)[0] ?? '') ?? null;
}

/** Lists answers in the order of delivery. Documents that follow have no parent, so a refused answer does not delay them. */
function toLedgerAnswers(
  { fingerprint: key }: Keys,
  { tree, answers, content, follow }: Pick<CheckedSubmission, 'tree' | 'answers' | 'content' | 'follow'>,
): readonly LedgerAnswer[] {
  const files = content.details?.files ?? [];
  const staged = new Map([...content.answers, ...files].map((file) => [idOf(file), file.staged]));
  const names = { title: 'documents', type: 'multi_document', isDistinct: true, parent: null } as const;
  const following = files
    .filter((file) => follow && isFileFor('documents')(file))
    .map(({ value }, part) => ({ question: documentsQuestion, part, value, ...names }));
  return [...following, ...placeAnswers(tree, answers)].map((answer) => {
    const file = answer.value.kind === 'document' ? staged.get(answer.value.file.id) : null;
    const value = file ? ({ kind: 'document', file } as const) : answer.value;
    const fingerprint = fingerprintAnswer(key, { ...answer, fileHash: file?.hash ?? null });
    return { ...answer, value, fingerprint };
  });
}

/** Adds to each answer its position and the names that the service shows with it. */
export function placeAnswers(
  { nodes }: QuestionTree,
  answers: readonly OutgoingAnswer[],
): readonly Omit<LedgerAnswer, 'fingerprint'>[] {
  const namesOf = (id: QuestionId) => {
    const { canonicalTitle: title = '', type = 'unknown' } = nodes.get(id)?.question ?? {};
    return { title, type };
  };
  const counts = new Map<string, number>();
  for (const id of nodes.keys()) {
    const names = JSON.stringify(namesOf(id));
    counts.set(names, (counts.get(names) ?? 0) + 1);
  }
  const answered = new Set(answers.map(({ question }) => question));
  // A parent in between may be visible but unanswered.
  const answeredAbove = (id: QuestionId): QuestionId | null => {
    const parent = nodes.get(id)?.parent ?? null;
    return parent === null || answered.has(parent) ? parent : answeredAbove(parent);
  };
  return answers.map((answer) => {
    const names = namesOf(answer.question);
    const isDistinct = counts.get(JSON.stringify(names)) === 1;
    return { ...answer, parent: answeredAbove(answer.question), ...names, isDistinct };
  });
}

/** Fingerprint of everything that was sent: the same content and secret give the same one. */
const fingerprintContent = (keys: Keys, { details, answers }: SentContent): string =>
  fingerprintParts(keys, details?.texts, [...(details?.files ?? []), ...answers]);

/**
 * Fingerprint of the details with which the application is made; null for an existing application, or without details.
 *
 * @param follow whether documents are added later, and so do not count
 */
const fingerprintDestination = (keys: Keys, { details }: SentContent, follow: boolean): string | null =>
  details &&
  fingerprintParts(
    keys,
    details.texts,
    details.files.filter((file) => !(follow && isFileFor('documents')(file))),
  );

function fingerprintParts(
  { fingerprint: key }: Keys,
  texts: Details | undefined,
  sent: readonly SentAnswer[],
) {
  const fingerprints = sent.map((answer) =>
    fingerprintAnswer(key, { ...answer, fileHash: answer.staged?.hash ?? null }),
  );
  return fingerprintAll(key, [...(texts ? [fingerprintDetails(key, texts)] : []), ...fingerprints]);
}
