/** Authorises requests: a back end by its admin key, a form by its session token. */

import { success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { Allowance } from '../forms/limits.ts';
import type { ProxyContext } from '../http/context.ts';
import { isAllowedOrigin } from '../http/cross-origin.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { TenantContext } from '../http/tenant-context.ts';
import type { Keys } from './keys.ts';
import type { Session } from './tokens.ts';

export interface Visitor {
  readonly session: Session;
  readonly tenant: TenantContext;
}

/** A request with a valid token; `id` is the last part of its path, if the route has one. */
export interface Call extends Visitor {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly id: string;
  readonly address: string;
  /** Called as soon as what was sent is stored. */
  readonly stored?: (() => void) | undefined;
}

export const UNKNOWN_ADDRESS = 'unknown address';

/** Characters: twice the longest token, and more than any key has. A longer one is cut off and so opens nothing. */
const LONGEST_BEARER = 4_096;

export const readBearer = ({ headers }: Request): string | null =>
  /^Bearer ([^\s]+)$/i.exec((headers.get('authorization') ?? '').slice(0, LONGEST_BEARER))?.[1] ?? null;

/** @param allowance which rate limit the request counts against, for its subject */
export async function authoriseToken(
  context: ProxyContext,
  request: Request,
  {
    address = UNKNOWN_ADDRESS,
    allowance,
  }: { readonly address?: string | undefined; readonly allowance: Allowance },
): Promise<Checked<Visitor>> {
  const token = readBearer(request);
  if (token === null) return refused('unauthorized');
  const session = await context.tokens.open(token);
  const tenant = session.ok ? context.tenants.get(session.value.tenant) : undefined;
  if (!session.ok || tenant === undefined) {
    // It was ours, so it is no guess.
    if (!session.ok && session.error === 'token_expired') return refused('token_expired');
    context.events.tell('forged_token');
    const spent = await context.limits.spend('wrongToken', address);
    return spent.ok ? refused('token_invalid') : spent;
  }
  const { publicOrigin } = context;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(context, request, tenant.id);
  const who = JSON.stringify([tenant.id, session.value.subject]);
  context.seeSign(session.value);
  const spent = await context.limits.spend(allowance, who, tenant.id);
  return spent.ok ? success({ session: session.value, tenant }) : spent;
}

/** Reports the refusal to the operator, because the page's browser tells it no more than "offline". */
export function refuseOrigin({ events }: Pick<ProxyContext, 'events'>, request: Request, tenant: Tenant) {
  events.tell('origin_refused', { tenant, ...originOf(request) });
  return refused('origin_not_allowed');
}

/** Characters of an origin in the log. */
const LONGEST_ORIGIN = 200;

/** The request's origin, shortened for the log. */
export const originOf = ({ headers }: Request): { readonly origin: string } => ({
  origin: (headers.get('origin') ?? '').slice(0, LONGEST_ORIGIN),
});

/** Finds the tenant by its admin key. */
export async function authoriseAdmin(
  context: ProxyContext,
  request: Request,
  address: string = UNKNOWN_ADDRESS,
): Promise<Checked<TenantContext>> {
  const given = readBearer(request);
  if (given === null) return refused('unauthorized');
  const tenant = findAdmin(context, given);
  if (tenant !== null) return success(tenant);
  context.events.tell('wrong_key');
  const spent = await context.limits.spend('wrongKey', address);
  return spent.ok
    ? refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' })
    : spent;
}

export function findAdmin({ keys, tenants }: ProxyContext, given: string): TenantContext | null {
  for (const tenant of tenants.values())
    if (tenant.adminKey !== null && isSame(keys[0], given, tenant.adminKey)) return tenant;
  return null;
}

/** Compares keyed hashes, so that the time it takes does not reveal where two keys differ. */
const isSame = ({ fingerprint }: Keys, one: string, other: string): boolean =>
  fingerprint(one) === fingerprint(other);
