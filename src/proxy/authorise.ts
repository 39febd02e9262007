/** Who asks: a back end with its admin key, or a form with its session token. */
import { success } from '../model/outcome.ts';
import { isAllowedOrigin } from './cross-origin.ts';
import type { Keys } from './keys.ts';
import { hmacOfText } from './keys.ts';
import type { Allowance, Limits } from './limits.ts';
import { type Checked, refused } from './refusal.ts';
import type { TenantRoom } from './tenants.ts';
import type { Session, Tokens } from './tokens.ts';

export interface Authority {
  readonly tenants: ReadonlyMap<string, TenantRoom>;
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly keys: Keys;
  readonly publicOrigin: string | undefined;
}

export interface Visitor {
  readonly session: Session;
  readonly tenant: TenantRoom;
}

const NOBODY = 'unknown address';

function readBearer(request: Request): string | null {
  return /^Bearer ([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** @param allowance what the request is counted as, for its subject */
export async function authoriseToken(
  authority: Authority,
  request: Request,
  { address = NOBODY, allowance }: { readonly address?: string | undefined; readonly allowance: Allowance },
): Promise<Checked<Visitor>> {
  const token = readBearer(request);
  if (token === null) return refused('unauthorized');
  const session = await authority.tokens.open(token);
  const tenant = session.ok ? authority.tenants.get(session.value.tenant) : undefined;
  if (!session.ok || tenant === undefined) {
    const spent = await authority.limits.spend('wrongToken', address);
    return spent.ok ? refused(session.ok ? 'token_invalid' : session.error) : spent;
  }
  const { publicOrigin } = authority;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins])) return refused('origin_not_allowed');
  const spent = await authority.limits.spend(allowance, JSON.stringify([tenant.id, session.value.subject]));
  return spent.ok ? success({ session: session.value, tenant }) : spent;
}

/** The admin key names the tenant. */
export async function authoriseAdmin(
  authority: Authority,
  request: Request,
  address: string = NOBODY,
): Promise<Checked<TenantRoom>> {
  const given = readBearer(request);
  if (given === null) return refused('unauthorized');
  for (const tenant of authority.tenants.values())
    if (tenant.adminKey !== null && (await isSame(authority.keys, given, tenant.adminKey)))
      return success(tenant);
  const spent = await authority.limits.spend('wrongKey', address);
  return spent.ok
    ? refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' })
    : spent;
}

/** Compares keyed hashes: how long that takes says nothing of where two keys differ. */
const isSame = async ({ fingerprint }: Keys, one: string, other: string): Promise<boolean> =>
  (await hmacOfText(fingerprint, one)) === (await hmacOfText(fingerprint, other));
