/** `GET /api/v1/questions`: the whole form with its `meta`. The reply that opens a session can contain the same. */

import { failure, success } from '../../core/model/failure.ts';
import { type JobId, revision } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { endingsOf } from '../files/types.ts';
import type { ProxyContext, TenantContext } from '../http/context.ts';
import { type Checked, refused, respondJson } from '../http/replies.ts';
import { type TranslatedLocale, translatedLocales } from '../service/queries.ts';
import { findShownJob, isClosed, lookForEnd } from '../sessions/sessions.ts';
import { type Call, DRAFT_LIFETIME, isVisitor, type Session } from '../sessions/tokens.ts';
import { estimateMinutes } from './estimate-time.ts';
import { type CachedForm, createPatience, formSource, SHOWN_STALE } from './form-cache.ts';
import { writeAsked } from './form-settings.ts';
import { findAsked, type JobState } from './jobs.ts';

/**
 * The only allowed query: other parameters never reach the service. A language that the service lacks is used for the
 * form only, around the canonical texts.
 */
const localePattern = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const rules = {
  questions: new Map(Object.entries({ include: /^conditional_questions$/, locale: localePattern })),
  sessions: new Map(Object.entries({ include: /^questions$/, locale: localePattern })),
};

/** Reads the query of a request for a form, or for a session with its form. */
export function readQuery(request: Request, route: keyof typeof rules): Checked<URLSearchParams> {
  const query = new URL(request.url).searchParams;
  const invalid = [...query].find(
    ([name, value]) => !rules[route].get(name)?.test(value) || query.getAll(name).length > 1,
  );
  if (invalid === undefined) return success(query);
  return refused('bad_request', {
    detail: `The parameter "${invalid[0].slice(0, 40)}" is unknown or invalid.`,
  });
}

export async function getQuestions(call: Call): Promise<Checked<Response>> {
  const query = readQuery(call.request, 'questions');
  if (!query.ok) return query;
  const form = await writeForm(call, query.value.get('locale'));
  if (!form.ok) return form;
  const { shown, meta } = form.value;
  return success(respondJson(`${shown.slice(0, -1)},"meta":${JSON.stringify(meta)}}`));
}

/** @param language as requested */
export async function writeForm(call: Call, language: string | null) {
  const { context, session } = call;
  const locale = translatedLocales.find((translated) => translated === language) ?? null;
  const reading = lookForEnd(call);
  // A store that is down now is asked again when the applicant sends.
  const stored = await context.delivery.find(session).catch(() => null);
  // An erased submission was sent, but its receipt no longer exists.
  const answered = session.answered || stored?.isErased === true;
  const submission = stored === null || stored.isErased === true ? null : stored.submission;
  const shown = await showForm(call, locale, stored !== null || answered);
  const fallback = fallbackFor(call.tenant, session.job);
  if (!shown.ok) return failure({ ...shown.error, fallback });
  await reading;
  const { form, job } = shown.value;
  const found = await findAsked(call, submission === null ? null : stored, true);
  const state = stateOf({ answered, closed: isClosed(call) }, job, submission);
  const { documents, semantics } = call.tenant;
  const notice = context.notice?.(language);
  const prefill = state === 'open' && submission === null ? await context.prefills.find(session) : null;
  const meta = {
    minutes: estimateMinutes(form.tree, found.asked.details),
    revision: form.revision,
    semantics,
    state,
    submission: submission?.reference ?? null,
    title: job.title,
    fallback,
    limits: { bytes: documents.bytes, types: endingsOf(documents.types) },
    ...(isVisitor(session) ? { filling: true } : {}),
    ...writeAsked(found.settings, found.asked, language),
    ...(prefill && { prefill }),
    ...draftKeysOf(context, session),
    notice,
    expiresIn: Math.max(0, Math.floor((session.expiresAt - context.now()) / 1000)),
  };
  return success({ shown: form.shown, meta });
}

/**
 * @param hasSent true if the applicant has applied: if the job is no longer public, they see the state without its
 * questions
 */
async function showForm(
  call: Call,
  locale: TranslatedLocale | null,
  hasSent: boolean,
): Promise<Checked<typeof withdrawn>> {
  const { context, session, tenant } = call;
  const patience = createPatience(context.clock);
  const visible = await findShownJob(call, patience);
  if (!visible.ok) return hasSent && visible.error.code === 'not_found' ? success(withdrawn) : visible;
  const form = await context.forms.load(formSource(tenant, session), 'view', locale, patience);
  if (!form.ok) return form;
  // A displayed title and state may be old; sessions and submissions wait for newer ones.
  const loading = { patience, maxAge: SHOWN_STALE };
  const job = visible.value ?? (await context.jobs.find({ tenant, job: session.job }, loading));
  return success({ form: form.value, job: job ?? { title: null, open: true } });
}

const withdrawn: {
  readonly form: Pick<CachedForm, 'shown' | 'revision'> & {
    readonly tree: Pick<CachedForm['tree'], 'nodes'>;
  };
  readonly job: JobState;
} = {
  form: { shown: '{"data":[],"included":[]}', revision: revision(''), tree: { nodes: new Map() } },
  job: { title: null, open: false },
};

/** Gives the address where an applicant can apply instead. */
export const fallbackFor = ({ fallbackUrl }: TenantContext, job: JobId): string | null =>
  fallbackUrl?.replaceAll('{job}', encodeURIComponent(job)) ?? null;

/**
 * An unfinished submission of ours leaves the form open, even if the service has some of it. Once everything is sent,
 * applicants see that, whatever happened to the application or the job since.
 */
export function stateOf(
  { answered, closed }: Pick<Session, 'answered' | 'closed'>,
  job: JobState,
  submission: Submission | null,
): 'open' | 'sent' | 'closed' {
  if (submission === null ? answered : submission.state === 'complete') return 'sent';
  return job.open && !closed ? 'open' : 'closed';
}

/**
 * A session that a back end made for a job gets no key, because no later session could find its draft. After a change
 * of `APPLY_SECRET`, the older key opens older drafts for as long as the older secret is configured.
 */
export function draftKeysOf({ keys, now }: Pick<ProxyContext, 'keys' | 'now'>, session: Session) {
  if (session.application === null && !isVisitor(session)) return { draftKey: null };
  const { device } = session;
  // After the seven days of a device's draft, only the tab's own key is left.
  const validDevice = device && device.at + DRAFT_LIFETIME > now() ? device : undefined;
  const [draftKey = null, ...olderDraftKeys] = keys.map((key) => key.draft(session, validDevice));
  return olderDraftKeys.length === 0 ? { draftKey } : { draftKey, olderDraftKeys };
}
