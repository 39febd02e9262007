/** Who asks: a back end with its admin key, or a form with its session token. */
import type { Tenant } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import type { House, TenantRoom } from '../context.ts';
import { isAllowedOrigin } from '../cross-origin.ts';
import type { Allowance } from '../forms/limits.ts';
import { type Checked, refused } from '../refusal.ts';
import { hmacOfText, type Keys } from './keys.ts';
import type { Session } from './tokens.ts';

export interface Visitor {
  readonly session: Session;
  readonly tenant: TenantRoom;
}

/** A request of somebody whose token was opened; `id` is the last part of its path, where a route has one. */
export interface Call extends Visitor {
  readonly house: House;
  readonly request: Request;
  readonly id: string;
  readonly address: string;
}

export const UNKNOWN_ADDRESS = 'unknown address';

/** Characters: twice the longest token, and more than any key has. What is cut off opens nothing. */
const LONGEST_BEARER = 4_096;

export function readBearer(request: Request): string | null {
  const header = request.headers.get('authorization')?.slice(0, LONGEST_BEARER) ?? '';
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? null;
}

/** @param allowance what the request is counted as, for its subject */
export async function authoriseToken(
  house: House,
  request: Request,
  {
    address = UNKNOWN_ADDRESS,
    allowance,
  }: { readonly address?: string | undefined; readonly allowance: Allowance },
): Promise<Checked<Visitor>> {
  const token = readBearer(request);
  if (token === null) return refused('unauthorized');
  const session = await house.tokens.open(token);
  const tenant = session.ok ? house.tenants.get(session.value.tenant) : undefined;
  if (!session.ok || tenant === undefined) {
    if (session.ok || session.error === 'token_invalid') house.events.tell('forged_token');
    const spent = await house.limits.spend('wrongToken', address);
    return spent.ok ? refused(session.ok ? 'token_invalid' : session.error) : spent;
  }
  const { publicOrigin } = house;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(house, request, tenant.id);
  const who = JSON.stringify([tenant.id, session.value.subject]);
  const spent = await house.limits.spend(allowance, who, tenant.id);
  return spent.ok ? success({ session: session.value, tenant }) : spent;
}

/** The page itself is not told more than "offline" by its browser, so the operator is. */
export function refuseOrigin({ events }: Pick<House, 'events'>, request: Request, tenant: Tenant) {
  events.tell('origin_refused', { tenant, ...originOf(request) });
  return refused('origin_not_allowed');
}

/** Characters of an origin in the log. */
const LONGEST_ORIGIN = 200;

/** As the log names it. */
export const originOf = ({ headers }: Request): { readonly origin: string } => ({
  origin: (headers.get('origin') ?? '').slice(0, LONGEST_ORIGIN),
});

/** The admin key names the tenant. */
export async function authoriseAdmin(
  house: House,
  request: Request,
  address: string = UNKNOWN_ADDRESS,
): Promise<Checked<TenantRoom>> {
  const given = readBearer(request);
  if (given === null) return refused('unauthorized');
  const tenant = await findAdmin(house, given);
  if (tenant !== null) return success(tenant);
  house.events.tell('wrong_key');
  const spent = await house.limits.spend('wrongKey', address);
  return spent.ok
    ? refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' })
    : spent;
}

export async function findAdmin({ keys, tenants }: House, given: string): Promise<TenantRoom | null> {
  for (const tenant of tenants.values())
    if (tenant.adminKey !== null && (await isSame(keys[0], given, tenant.adminKey))) return tenant;
  return null;
}

/** Compares keyed hashes: how long that takes says nothing of where two keys differ. */
const isSame = async ({ fingerprint }: Keys, one: string, other: string): Promise<boolean> =>
  (await hmacOfText(fingerprint, one)) === (await hmacOfText(fingerprint, other));
