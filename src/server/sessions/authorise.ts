/** Authorises requests: a back end by its admin key, a form by its session token. */
import { failure, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { ProxyContext, TenantContext } from '../http/context.ts';
import type { ProxyEvent } from '../http/events.ts';
import { type Allowance, networkOf } from '../http/limits.ts';
import { type Checked, isAllowedOrigin, refused } from '../http/replies.ts';
import { isVisitor, type Session } from './tokens.ts';

/** A request with a valid token; `id` is the last part of its path, if the route has one. */
export interface Call {
  readonly session: Session;
  readonly tenant: TenantContext;
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
  allowance: Allowance,
): Promise<Checked<Pick<Call, 'session' | 'tenant'>>> {
  const token = readBearer(request);
  if (token === null) return refused('unauthorized');
  const opened = await context.tokens.open(token);
  const tenant = opened.ok ? context.tenants.get(opened.value.tenant) : undefined;
  if (!opened.ok || tenant === undefined) return refuseToken(context, opened.ok ? null : opened.error);
  const session = opened.value;
  const { publicOrigin, signs, staging } = context;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(context, request, tenant.id);
  const who = JSON.stringify([tenant.id, session.subject]);
  // A visitor's form is still open, and its files stay for it. Should it fail, the form stages them again.
  if (isVisitor(session) && !signs.has(who)) {
    signs.set(who, true);
    void staging.keep?.(session).catch(() => undefined);
  }
  const spent = await context.limits.spend(allowance, who, tenant.id);
  return spent.ok ? success({ session, tenant }) : spent;
}

/** It cannot be guessed, so it costs no allowance. One that is over was ours. */
export function refuseToken({ events }: ProxyContext, error: 'token_expired' | 'token_invalid' | null) {
  if (error === 'token_expired') return refused('token_expired');
  events.tell('forged_token');
  return refused('token_invalid');
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
  address?: string,
): Promise<Checked<TenantContext>> {
  const given = readBearer(request);
  if (given === null) return refused('unauthorized');
  const tenant = findAdmin(context, given);
  if (tenant !== null) return success(tenant);
  const isOver = await spendGuess(context, 'wrong_key', address);
  return isOver ?? refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' });
}

/** @returns null: it may be answered */
export async function spendGuess(
  { events, limits }: ProxyContext,
  event: Extract<ProxyEvent, 'wrong_key' | 'wrong_code'>,
  address: string = UNKNOWN_ADDRESS,
): Promise<Checked<never> | null> {
  events.tell(event);
  const spent = await limits.spend('guess', networkOf(address));
  return spent.ok ? null : failure(spent.error);
}

/** Compares keyed hashes, so that the time it takes does not reveal where two keys differ. */
export function findAdmin({ keys: [{ fingerprint }], tenants }: ProxyContext, given: string) {
  for (const tenant of tenants.values())
    if (tenant.adminKey !== null && fingerprint(given) === fingerprint(tenant.adminKey)) return tenant;
  return null;
}
