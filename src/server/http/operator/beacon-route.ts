/**
 * `POST /beacons`: a page reports in three words how its form ended, `TENANT OUTCOME STATE`. It sends no token and
 * reads no reply, so any page may send it, even one of a refused origin; all it can do is increase a count.
 */
import { type EndState, endOutcomeOf, endStates } from '../../../core/model/form-end.ts';
import type { ProxyContext } from '../context.ts';
import { checkEncoding, readBytes } from '../read-body.ts';
import { refuse } from '../refusal.ts';
import { respondNothing } from '../respond.ts';
import { UNKNOWN_ADDRESS } from '../sessions/authorise.ts';
import type { TenantContext } from '../tenant-context.ts';

/** Bytes. */
const LONGEST_BEACON = 200;

export const BEACONS = '/beacons';

export const isBeacon = ({ method, url }: Request): boolean =>
  method === 'POST' && new URL(url).pathname === BEACONS;

/** Never refused by origin: the page reads no reply, and its browser must not report a blocked call. */
export async function postBeacon(
  context: ProxyContext,
  request: Request,
  address = UNKNOWN_ADDRESS,
): Promise<Response> {
  const reply = await countBeacon(context, request, address);
  reply.headers.set('cross-origin-resource-policy', 'cross-origin');
  return reply;
}

/** The address is used only for the rate limit, which is checked before the body is read. */
async function countBeacon(
  { formEnds, limits, tenants }: ProxyContext,
  request: Request,
  address: string,
): Promise<Response> {
  if (formEnds === null) return respondNothing();
  const allowed = await limits.spend('beacon', address);
  if (!allowed.ok) {
    formEnds.dropped('too_many');
    return refuse(allowed.error);
  }
  const encoding = checkEncoding(request);
  const body = encoding.ok ? await readBytes(request, LONGEST_BEACON, 'body_too_large') : encoding;
  const end = body.ok ? readEnd(body.value) : null;
  if (end === null) {
    formEnds.dropped('unreadable');
    return refuse(body.ok ? { code: 'bad_request' } : body.error);
  }
  const tenant = findTenant(tenants, end.tenant);
  if (tenant === null) formEnds.dropped('unknown_tenant');
  else if (sendsBeacons(tenant)) formEnds.count(tenant.id, end.outcome, end.state);
  return respondNothing();
}

export const sendsBeacons = ({ beacons }: TenantContext): boolean => beacons !== 'off';

function readEnd(bytes: Uint8Array) {
  const [tenant = '', word = '', last = '', ...more] = new TextDecoder().decode(bytes).split(' ');
  const outcome = endOutcomeOf(word);
  const state = endStates.find((one): one is EndState => one === last);
  return outcome === null || state === undefined || more.length > 0 ? null : { tenant, outcome, state };
}

/** The token is sealed, so the page may not know its tenant: if there is only one, it is that one. */
function findTenant(tenants: ProxyContext['tenants'], name: string): TenantContext | null {
  const [only = null, ...others] = tenants.values();
  return tenants.get(name) ?? (others.length === 0 ? only : null);
}
