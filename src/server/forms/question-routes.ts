/**
 * `GET /api/v1/questions`: the whole form, with what a form knows besides its questions. The reply that opens a session
 * can carry the same.
 */

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
import { type CachedForm, createPatience, formSource, SHOWN_MEANWHILE } from './form-cache.ts';
import { writeAsked } from './form-settings.ts';
import { findAsked, type JobState } from './jobs.ts';

/**
 * Nothing else may be asked: what is not known here never becomes a question to the service. A language that it does
 * not have is none of its business: the form speaks it around the canonical texts.
 */
const locale = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const rules = {
  questions: new Map(Object.entries({ include: /^conditional_questions$/, locale })),
  sessions: new Map(Object.entries({ include: /^questions$/, locale })),
};

/** The query of a request for a form, or for a session with its form. */
export function readQuery(request: Request, route: keyof typeof rules): Checked<URLSearchParams> {
  const query = new URL(request.url).searchParams;
  const odd = [...query].find(
    ([name, value]) => !rules[route].get(name)?.test(value) || query.getAll(name).length > 1,
  );
  if (odd === undefined) return success(query);
  return refused('bad_request', {
    detail: `The parameter "${odd[0].slice(0, 40)}" is not known or not right.`,
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

/** @param language as the form asked for it */
export async function writeForm(call: Call, language: string | null) {
  const { context, session } = call;
  const locale = translatedLocales.find((one) => one === language) ?? null;
  const look = lookForEnd(call);
  // A store that is down now is asked again when they send.
  const stored = await context.delivery.find(session).catch(() => null);
  // What was erased was sent, and there is no receipt of it any more.
  const answered = session.answered || stored?.isErased === true;
  const submission = stored === null || stored.isErased === true ? null : stored.submission;
  const shown = await showForm(call, locale, stored !== null || answered);
  const fallback = fallbackFor(call.tenant, session.job);
  if (!shown.ok) return failure({ ...shown.error, fallback });
  await look;
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

/** @param hasSent who has applied for a job that is not public any more follows the application, without its questions */
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
  // Its title and state may be old when a form is shown: sessions and submissions wait for newer ones.
  const loading = { patience, meanwhile: SHOWN_MEANWHILE };
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

/** Where an applicant can apply otherwise. */
export const fallbackFor = ({ fallbackUrl }: TenantContext, job: JobId): string | null =>
  fallbackUrl?.replaceAll('{job}', encodeURIComponent(job)) ?? null;

/**
 * A submission of ours that is not finished leaves the form open, even if the service holds some of it. An applicant
 * who has sent sees that, whatever became of the application or the job since.
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
 * null for a session that a back end made for a job: its draft would be found by no one again. After a change of
 * `APPLY_SECRET` the older key still opens what was sealed before, as long as the older secret is configured.
 */
export function draftKeysOf({ keys, now }: Pick<ProxyContext, 'keys' | 'now'>, session: Session) {
  if (session.application === null && !isVisitor(session)) return { draftKey: null };
  const { device } = session;
  // Of a device that kept the draft for its seven days only the tab's own key is left.
  const kept = device && device.at + DRAFT_LIFETIME > now() ? device : undefined;
  const [draftKey = null, ...olderDraftKeys] = keys.map((one) => one.draft(session, kept));
  return olderDraftKeys.length === 0 ? { draftKey } : { draftKey, olderDraftKeys };
}
