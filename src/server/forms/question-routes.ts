/**
 * `GET /api/v1/questions`: the whole form, with what a form knows beside its questions. The reply that opens a session
 * can carry the same (`sessions/session-reply.ts`).
 */

import { failure, success } from '../../core/model/failure.ts';
import { type JobId, revision } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { endingsOf } from '../files/types.ts';
import type { ProxyContext } from '../http/context.ts';
import { formSource, type TenantContext } from '../http/context.ts';
import { readHeader } from '../http/read-body.ts';
import { type Checked, refused, respondJson, respondUnchanged } from '../http/replies.ts';
import { type TranslatedLocale, translatedLocales } from '../service/queries.ts';
import { isClosed, lookForEnd } from '../sessions/applications.ts';
import type { Call } from '../sessions/authorise.ts';
import { findShownJob } from '../sessions/job-sessions.ts';
import { sha256 } from '../sessions/keys.ts';
import { DRAFT_LIFETIME, isVisitor, type Session } from '../sessions/tokens.ts';
import { findAsked } from './asked-details.ts';
import { createPatience, SHOWN_MEANWHILE } from './cached.ts';
import { estimateMinutes } from './estimate-time.ts';
import type { CachedForm } from './form-cache.ts';
import { writeAsked } from './form-settings.ts';
import type { JobState } from './jobs.ts';

/**
 * Nothing else may be asked: what is not known here never becomes a question to the service. A language that it does
 * not have is none of its business: the form speaks it around the canonical texts.
 */
const locales = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const rules = {
  questions: { include: /^conditional_questions$/, locale: locales },
  sessions: { include: /^questions$/, locale: locales },
} as const;

/** The query of a request for a form, or for a session with its form. */
export function readQuery(request: Request, route: keyof typeof rules): Checked<URLSearchParams> {
  const query = new URL(request.url).searchParams;
  const odd = findOddParameter(query, rules[route]);
  return odd === null
    ? success(query)
    : refused('bad_request', { detail: `The parameter "${odd}" is not known or not right.` });
}

export async function getQuestions(call: Call): Promise<Checked<Response>> {
  const query = readQuery(call.request, 'questions');
  if (!query.ok) return query;
  const form = await writeForm(call, query.value.get('locale'));
  if (!form.ok) return form;
  const { shown, meta, expiresIn } = form.value;
  // Weak, since the seconds that are left may be fewer.
  const etag = `W/"${sha256(`${shown}${JSON.stringify(meta)}`).slice(0, 32)}"`;
  if (isKnown(call.request, etag)) return success(respondUnchanged({ etag, vary: 'Accept-Encoding' }));
  const json = `${shown.slice(0, -1)},"meta":${JSON.stringify({ ...meta, expiresIn })}}`;
  return success(respondJson(json, { etag }));
}

/** Characters: some twenty tags of ours. */
const LONGEST_TAGS = 1_000;

/** By the weak comparison (RFC 9110, 13.1.2). */
const isKnown = (request: Request, etag: string): boolean =>
  readHeader(request, 'if-none-match', LONGEST_TAGS)
    ?.split(',')
    .some((one) => one.trim() === etag) ?? false;

export interface FormReply extends Pick<CachedForm, 'shown'> {
  readonly meta: object;
  /** Seconds; the one member of `meta` that changes by itself. */
  readonly expiresIn: number;
}

/** @param language as the form asked for it */
export async function writeForm(call: Call, language: string | null): Promise<Checked<FormReply>> {
  const { context, session } = call;
  const locale = translatedLocales.find((one) => one === language) ?? null;
  const look = lookForEnd(call);
  // A store that is down now is asked again when they send.
  const stored = await context.delivery.find(session).catch(() => null);
  // What was erased was sent, and there is no receipt of it any more.
  const answered = session.answered || stored?.isErased === true;
  const submission = stored === null || stored.isErased === true ? null : stored.submission;
  const shown = await showForm(call, locale, stored !== null || answered);
  if (!shown.ok) return failure({ ...shown.error, fallback: fallbackFor(call.tenant, session.job) });
  await look;
  const { form, job } = shown.value;
  const found = await findAsked(call, submission === null ? null : stored);
  const meta = {
    minutes: estimateMinutes(form.tree, found.asked.details),
    ...writeMeta({ ...call, answered }, { form, job, submission }),
    ...writeAsked(found.settings, found.asked, language),
  };
  const expiresIn = secondsLeft(session.expiresAt, context.now());
  const notice = context.notice?.(language);
  const prefill = meta.state === 'open' && submission === null ? await context.prefills.find(session) : null;
  const known = prefill && { prefill };
  const own = { ...known, ...draftKeysOf(context, session), notice };
  return success({ shown: form.shown, meta: { ...meta, ...own }, expiresIn });
}

interface Shown {
  readonly form: Pick<CachedForm, 'shown' | 'revision'> & {
    readonly tree: Pick<CachedForm['tree'], 'nodes'>;
  };
  readonly job: JobState;
}

/** @param hasSent who has applied for a job that is not public any more follows the application, without its questions */
async function showForm(
  call: Call,
  locale: TranslatedLocale | null,
  hasSent: boolean,
): Promise<Checked<Shown>> {
  const { context, session, tenant } = call;
  const patience = createPatience(context.clock);
  const visible = await findShownJob(call, patience);
  if (!visible.ok) return hasSent && visible.error.code === 'not_found' ? success(withdrawn) : visible;
  const form = await context.forms.load(formSource(tenant, session), 'view', locale, patience);
  if (!form.ok) return form;
  // Its title and state may be old when a form is shown: sessions and submissions wait for newer ones.
  const loading = { patience, meanwhile: SHOWN_MEANWHILE };
  const job = visible.value ?? (await context.jobs.find({ tenant, job: session.job }, loading));
  return success({ form: form.value, job: job ?? unknownJob });
}

const noQuestions = {
  shown: JSON.stringify({ data: [], included: [] }),
  tree: { nodes: new Map() },
} as const;

const withdrawn: Shown = {
  form: { ...noQuestions, revision: revision('') },
  job: { title: null, open: false },
};

const unknownJob: JobState = { title: null, open: true };

function findOddParameter(query: URLSearchParams, known: Readonly<Record<string, RegExp>>): string | null {
  for (const [name, value] of query) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined || !rule.test(value) || query.getAll(name).length > 1) return name.slice(0, 40);
  }
  return null;
}

/** Where an applicant can apply otherwise. */
export const fallbackFor = ({ fallbackUrl }: TenantContext, job: JobId): string | null =>
  fallbackUrl?.replaceAll('{job}', encodeURIComponent(job)) ?? null;

function writeMeta(
  visitor: Call & Pick<Session, 'answered'>,
  { form, job, submission }: Shown & { readonly submission: Submission | null },
) {
  return {
    revision: form.revision,
    semantics: visitor.tenant.semantics,
    state: stateOf({ answered: visitor.answered, closed: isClosed(visitor) }, job, submission),
    submission: submission?.reference ?? null,
    title: job.title,
    fallback: fallbackFor(visitor.tenant, visitor.session.job),
    limits: { bytes: visitor.tenant.documents.bytes, types: endingsOf(visitor.tenant.documents.types) },
    ...(isVisitor(visitor.session) ? { filling: true } : {}),
  };
}

/**
 * A submission of ours that is not finished leaves the form open, even if the service holds some of it. An applicant
 * who has sent sees that, whatever became of the application or the job since.
 */
export function stateOf(
  { answered, closed }: Pick<Session, 'answered' | 'closed'>,
  job: JobState,
  submission: Submission | null,
): 'open' | 'sent' | 'closed' {
  if (submission?.state === 'complete') return 'sent';
  if (submission === null && answered) return 'sent';
  return job.open && !closed ? 'open' : 'closed';
}

const secondsLeft = (expiresAt: number, now: number): number =>
  Math.max(0, Math.floor((expiresAt - now) / 1000));

interface DraftKeys {
  readonly draftKey: string | null;
  readonly olderDraftKeys?: readonly string[];
}

/**
 * null for a session that a back end made for a job: its draft would be found by no one again. After a change of
 * `APPLY_SECRET` the older key still opens what was sealed before, as long as the older secret is configured.
 */
export function draftKeysOf({ keys, now }: Pick<ProxyContext, 'keys' | 'now'>, session: Session): DraftKeys {
  if (session.application === null && !isVisitor(session)) return { draftKey: null };
  const kept = session.application === null ? session.device : undefined;
  const isOver = kept !== undefined && kept.at + DRAFT_LIFETIME <= now();
  // Of a device that kept the draft for its seven days only the tab's own key is left.
  const device = isOver ? undefined : kept;
  const known = isOver ? undefined : derivedKeys.get(session);
  const derived = known ?? keys.map((one) => one.draft(session, device));
  if (!isOver) derivedKeys.set(session, derived);
  const [draftKey = null, ...olderDraftKeys] = derived;
  return olderDraftKeys.length === 0 ? { draftKey } : { draftKey, olderDraftKeys };
}

/** Kept as long as the token of the session is remembered. */
const derivedKeys = new WeakMap<Session, readonly string[]>();
