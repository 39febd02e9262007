/** Routes for operators, with the admin key: metrics, and submissions that need attention. */
import * as z from 'zod';
import { askedFor, type FieldName, fieldNames } from '../../../core/model/details.ts';
import { success } from '../../../core/model/failure.ts';
import { type JobId, jobId, reference } from '../../../core/model/ids.ts';
import { giveTurn } from '../../clock.ts';
import { type AttentionPage, type AttentionQuery, type Lesson, operatorActions } from '../../ports.ts';
import { authoriseAdmin, readBearer } from '../../sessions/tokens.ts';
import type { ProxyContext, TenantContext } from '../context.ts';
import { readJson, SESSION_LIMIT_BYTES } from '../limits.ts';
import {
  type Checked,
  refused,
  respond,
  respondJson,
  respondText,
  STORE_PAUSE,
  writeSubmissionResource,
} from '../replies.ts';

export interface OperatorCall extends KeyedRequest {
  readonly tenant: TenantContext;
}

export type OperatorRoute = (call: OperatorCall) => Promise<Checked<Response>>;

export interface KeyedRequest {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
  /** The last part of the path, if the route has one. */
  readonly id: string;
}

const hasKeys = ({ tenants }: ProxyContext): boolean =>
  [...tenants.values()].some(({ adminKey }) => adminKey !== null);

/**
 * The key selects the tenant, so no operator sees another tenant's data. These routes do not exist if no tenant has a
 * key.
 */
export async function forOperator(call: KeyedRequest, route: OperatorRoute): Promise<Checked<Response>> {
  const { context, request, address } = call;
  if (!hasKeys(context)) return refused('not_found');
  const admin = await authoriseAdmin(context, request, address);
  return admin.ok ? route({ ...call, tenant: admin.value }) : admin;
}

export const getMetrics: OperatorRoute = async ({ context: { metrics }, tenant }) =>
  metrics === null ? refused('not_found') : success(respondText(await metrics(tenant.id)));

/** Entries on a page: the default and the maximum. */
const [DEFAULT_PAGE, LARGEST_PAGE] = [100, 1_000];

export const getAttention: OperatorRoute = async ({ context, tenant, request }) => {
  const { operator, lessons } = context;
  if (operator === null) return refused('not_found');
  const parameters = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parameters.success) return refused('bad_request', { detail: ATTENTION_PARAMETERS });
  const { include, 'page[size]': size, 'page[number]': number } = parameters.data;
  const query: AttentionQuery = { content: include === 'answers', size, number };
  const [page, learned] = await Promise.all([operator.attention(tenant.id, query), lessons.list(tenant.id)]);
  const more = { lessons: writeLessons(learned), ...writeQuestions(context, tenant, query) };
  return success(respondJson(await writePage(context, page, query, more)));
};

/** Forms whose faulty questions are listed. */
const MOST_FORMS_LISTED = 50;

/** Writes the faulty questions of forms, on the first page only, because they belong to no entry. */
function writeQuestions({ forms, jobs }: ProxyContext, tenant: TenantContext, { number }: AttentionQuery) {
  if (number > 1) return {};
  const faulty = forms.findingsOf(tenant.id);
  // A posting's id may be equal to the id of an unrelated job.
  const isPosting = tenant.questionsBy === 'posting';
  const questions = faulty.slice(0, MOST_FORMS_LISTED).map(({ questionable: id, count, findings }) => ({
    ...(isPosting ? { job: null, posting: id } : { job: id }),
    title: isPosting || id === null ? null : jobs.titleOf({ tenant, job: jobId(id) }),
    count,
    findings,
  }));
  const rest = faulty.length - questions.length;
  return { questions, ...(rest > 0 ? { questions_left_out: rest } : {}) };
}

const ATTENTION_PARAMETERS = `The parameters are "include=answers", "page[size]" (1 to ${LARGEST_PAGE}) and "page[number]" (from 1).`;

const positiveInteger = z.coerce.number().int().min(1).max(1e9);
const querySchema = z.strictObject({
  include: z.literal('answers').optional(),
  'page[size]': positiveInteger.max(LARGEST_PAGE).default(DEFAULT_PAGE),
  'page[number]': positiveInteger.default(1),
});

/** Entries that are written before other work may run: entries with files can have megabytes. */
const BATCH = 5;

/** Writes the JSON entry by entry. */
async function writePage(
  { publicUrl }: ProxyContext,
  { entries, total, eventsWaiting }: AttentionPage,
  { content, size, number }: AttentionQuery,
  more: object,
): Promise<string> {
  let filesLeftOut = 0;
  const countLeftOut = (name: string, value: unknown) => {
    if (value === null && (name === 'data' || name.endsWith('_base64_data'))) filesLeftOut += 1;
    return value;
  };
  const written: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % BATCH === 0) await giveTurn();
    const { reference: id, ...attributes } = entry;
    written.push(JSON.stringify({ type: 'attention', id, attributes }, countLeftOut));
  }
  const pages = Math.max(1, Math.ceil(total / size));
  // If the server runs below a path, links begin with it.
  const root = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const link = `${root}/attention?${content ? 'include=answers&' : ''}page[size]=${size}&page[number]=${number + 1}`;
  const meta = {
    total,
    pages,
    ...(eventsWaiting > 0 ? { webhooks_waiting: eventsWaiting } : {}),
    ...more,
    ...(filesLeftOut > 0 ? { files_left_out: filesLeftOut, detail: FILES_LEFT_OUT } : {}),
  };
  const links = { next: number < pages ? link : null };
  return `{"data":[${written.join(',')}],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}}`;
}

const FILES_LEFT_OUT =
  'The bytes of these files are null: one reply has at most 50 MB of files, and some may be deleted. With a smaller "page[size]" more of them fit.';

const actSchema = z.strictObject({
  data: z.strictObject({
    type: z.string().max(64).optional(),
    id: z.string().max(64).optional(),
    attributes: z.strictObject({ action: z.enum(operatorActions) }),
  }),
});

export const postAttention: OperatorRoute = async ({ context: { operator }, tenant, request, id }) => {
  if (operator === null) return refused('not_found');
  const body = await readJson(request, SESSION_LIMIT_BYTES, actSchema);
  if (!body.ok) return body;
  const acted = await operator.runAction(tenant.id, reference(id), body.value.data.attributes.action);
  if (acted.ok) return success(respond(200, { data: writeSubmissionResource(acted.value) }));
  return acted.error === 'not_found'
    ? refused('not_found', { detail: 'There is no submission with this reference.' })
    : refused('bad_request', {
        detail:
          'Nothing in this submission is parked, its application is not refused, and no webhook event is stopped, so there is nothing to do.',
      });
};

/** Refuses a wrong key instead of ignoring it, because its sender wants the details. */
export async function getReady({
  context,
  request,
  address,
}: Omit<KeyedRequest, 'id'>): Promise<Checked<Response>> {
  const { operator, readiness } = context;
  const asksForReasons = hasKeys(context) && readBearer(request) !== null;
  const admin = asksForReasons ? await authoriseAdmin(context, request, address) : success(null);
  if (!admin.ok) return admin;
  // A delivery without an `operator` is assumed to be writable.
  const canWrite = operator === null || (await operator.isReady().catch(() => false));
  const reasons = Object.entries({
    stopping: readiness?.isStopping() === true,
    store: !canWrite,
    service_refused: readiness?.isRefused() === true,
  }).flatMap(([reason, applies]) => (applies ? [reason] : []));
  const id = admin.value?.id;
  const more = id === undefined ? {} : { tenant: id, reasons, degraded: readiness?.degradedOf(id) ?? [] };
  if (reasons.length === 0) return success(respond(200, { meta: { state: 'ready', ...more } }));
  const document = { errors: [notReady], meta: { state: 'not_ready', ...more } };
  return success(respond(503, document, { 'retry-after': String(STORE_PAUSE) }));
}

const notReady = {
  code: 'service_unavailable',
  status: '503',
  title: 'Service Unavailable',
  detail: 'Send new requests to another process. With the admin key this address gives the reasons.',
} as const;

const job = z.string().min(1).max(64).transform(jobId);
const field = z.enum(fieldNames);

const lessonSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal('lessons'),
    attributes: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('agree'), job, field }),
      z.strictObject({ action: z.literal('clear'), job, field: field.optional() }),
    ]),
  }),
});

export const postLesson: OperatorRoute = async ({ context: { lessons }, tenant, request }) => {
  const body = await readJson(request, SESSION_LIMIT_BYTES, lessonSchema);
  if (!body.ok)
    return body.error.code === 'bad_request' ? refused('bad_request', { detail: EXPECTED_ATTRIBUTES }) : body;
  const { attributes } = body.value.data;
  const isDone =
    attributes.action === 'agree'
      ? await lessons.agree(tenant.id, attributes.job, attributes.field)
      : await lessons.clear(tenant.id, attributes.job, attributes.field ?? null);
  return isDone
    ? success(respond(200, { data: { type: 'lessons', id: attributes.job, attributes } }))
    : refused('not_found', { detail: 'No such demand is known for this job.' });
};

const EXPECTED_ATTRIBUTES = `The attributes are "job", "action" (agree or clear) and "field", which may be left out to clear all fields of the job. A field is one of ${fieldNames.join(', ')}.`;

/** Repeats all fields of a job in each line: JSON would use only the second of two members for one job. */
const writeLessons = (lessons: readonly Lesson[]) =>
  lessons.map(({ job, field, agreed, learnedAt, refusedAt }) => ({
    job,
    field,
    agreed,
    learned_at: new Date(learnedAt).toISOString(),
    refused_at: new Date(refusedAt).toISOString(),
    configuration: configurationOf(
      job,
      lessons.filter((lesson) => lesson.job === job).map((lesson) => lesson.field),
    ),
  }));

/**
 * The part of `APPLY_CONFIG` that asks for these fields from the start; the operator adds the ids of equality
 * monitoring.
 */
export function configurationOf(job: JobId, fields: readonly FieldName[]): string {
  // The second line of an address needs the first; null is equality monitoring.
  const askedNames = fields.map(askedFor);
  const names = askedNames.flatMap((name) => (name === 'address2' ? ['address', name] : (name ?? [])));
  const details = Object.fromEntries(names.map((name) => [name, 'required']));
  const equality = askedNames.includes(null) ? { equality: '…' } : {};
  const settings = names.length === 0 ? equality : { details, ...equality };
  return JSON.stringify({ jobs: { [job]: settings } }).slice(1, -1);
}
