/** For whoever runs the proxy, with the admin key: is it ready, how does it do, and what needs somebody. */
import * as z from 'zod';
import { reference } from '../model/ids.ts';
import { success } from '../model/outcome.ts';
import { type AttentionEntry, type AttentionItem, operatorActions } from '../model/ports.ts';
import { authoriseAdmin } from './authorise.ts';
import type { House, TenantRoom } from './house.ts';
import { SESSION_LIMIT_BYTES } from './limits.ts';
import { readJson } from './read-body.ts';
import { type Checked, refused } from './refusal.ts';
import { respond, respondText, writeSubmissionResource } from './respond.ts';
import { STORE_PAUSE } from './store-failure.ts';

export interface OperatorCall {
  readonly house: House;
  readonly request: Request;
  readonly tenant: TenantRoom;
  /** The last part of the path, where the route has one. */
  readonly id: string;
}

export type OperatorRoute = (call: OperatorCall) => Promise<Checked<Response>>;

export interface OperatorRequest {
  readonly house: House;
  readonly request: Request;
  readonly address: string | undefined;
  readonly id: string;
}

/** The key names the tenant: nobody sees another's. Where no tenant has a key, there are no such routes. */
export async function forOperator(
  { address, ...asked }: OperatorRequest,
  route: OperatorRoute,
): Promise<Checked<Response>> {
  const { house, request } = asked;
  if ([...house.tenants.values()].every(({ adminKey }) => adminKey === null)) return refused('not_found');
  const admin = await authoriseAdmin(house, request, address);
  return admin.ok ? route({ ...asked, tenant: admin.value }) : admin;
}

/** A delivery in memory is always ready. */
export const getReady: OperatorRoute = async ({ house: { operator } }) =>
  operator === null || (await operator.isReady())
    ? success(respond(200, { meta: { state: 'ready' } }))
    : refused('service_unavailable', {
        retryAfter: STORE_PAUSE,
        detail: 'The store does not answer or cannot write: nothing can be accepted.',
      });

export const getMetrics: OperatorRoute = async ({ house: { metrics }, tenant }) =>
  metrics === null ? refused('not_found') : success(respondText(await metrics(tenant.id)));

export const getAttention: OperatorRoute = async ({ house: { operator }, tenant, request }) => {
  if (operator === null) return refused('not_found');
  const query = new URL(request.url).searchParams;
  const include = query.get('include');
  if ([...query.keys()].some((name) => name !== 'include') || (include !== null && include !== 'answers'))
    return refused('bad_request', { detail: 'Only "include=answers" can be asked for.' });
  const entries = await operator.attention(tenant.id, include === 'answers');
  return success(respond(200, { data: entries.map(writeEntry), ...filesLeftOut(entries) }));
};

/** Files whose bytes are not in the reply. */
function filesLeftOut(entries: readonly AttentionEntry[]) {
  const contents = entries.flatMap(({ items }) => items).map(({ content }) => content ?? {});
  const count = contents.filter((content) => content['document_base64_data'] === null).length;
  const detail =
    'The bytes of these files are null: one reply carries at most 50 MB of files, and some may be gone.';
  return count === 0 ? {} : { meta: { files_left_out: count, detail } };
}

const actSchema = z.strictObject({
  data: z.strictObject({
    type: z.string().max(64).optional(),
    id: z.string().max(64).optional(),
    attributes: z.strictObject({ action: z.enum(operatorActions) }),
  }),
});

export const postAttention: OperatorRoute = async ({ house: { operator }, tenant, request, id }) => {
  if (operator === null) return refused('not_found');
  const body = await readJson(request, SESSION_LIMIT_BYTES, actSchema);
  if (!body.ok) return body;
  const acted = await operator.act(tenant.id, reference(id), body.value.data.attributes.action);
  if (acted.ok) return success(respond(200, { data: writeSubmissionResource(acted.value) }));
  return acted.error === 'not_found'
    ? refused('not_found', { detail: 'There is no submission of this reference.' })
    : refused('bad_request', {
        detail:
          'Nothing in this submission is parked, and its application is not refused, so there is nothing to do.',
      });
};

const writeEntry = (entry: AttentionEntry) => ({
  type: 'attention',
  id: entry.reference,
  attributes: {
    state: entry.state,
    application: entry.application,
    job: entry.job,
    accepted_at: entry.acceptedAt,
    kept_until: entry.keptUntil,
    items: entry.items.map(writeItem),
  },
});

/** Without what was to be sent, unless it was asked for. */
const writeItem = ({ content, members, fields, ...item }: AttentionItem) => ({
  ...item,
  ...(members.length === 0 ? {} : { members, fields }),
  ...(content === null ? {} : { content }),
});
