/**
 * Which pages may call the proxy: origins are compared exactly, `null` is never allowed, and there are no cookies.
 * Only browsers enforce this, so nothing else relies on it.
 */
import type { TenantOptions } from './options.ts';

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, content-disposition, apply-for, prefer',
  'access-control-max-age': '600',
} as const;

type Origins = TenantOptions['origins'];

export interface OriginCheck {
  readonly request: Request;
  /** Origin that browsers use for this server. If it is set, no other counts as ours, whatever `Host` says. */
  readonly publicOrigin: string | undefined;
}

/** Without an `Origin` header it is not a browser's cross-origin call. */
export function isAllowedOrigin(check: OriginCheck, origins: readonly Origins[]): boolean {
  const origin = check.request.headers.get('origin');
  if (origin === null) return true;
  if (origin === 'null') return false;
  return (
    ownOrigins(check).includes(origin) || origins.some((each) => each === 'any' || each.includes(origin))
  );
}

function ownOrigins({ request, publicOrigin }: OriginCheck): readonly string[] {
  return publicOrigin === undefined ? askedOrigins(request) : [publicOrigin];
}

/** Both schemes, because a gateway in front may use https where we see http. */
function askedOrigins(request: Request): readonly string[] {
  const { origin, host } = new URL(request.url);
  return [origin, `https://${host}`];
}

/** A hint for a form that was opened under a server name other than the public one. */
export function tellOfName({ request, publicOrigin }: OriginCheck): { readonly detail?: string } {
  const origin = request.headers.get('origin') ?? '';
  return publicOrigin !== undefined && askedOrigins(request).includes(origin)
    ? {
        detail: `This server is known as ${publicOrigin} (APPLY_PUBLIC_URL): open the form there, or list this origin in APPLY_ORIGINS.`,
      }
    : {};
}

/**
 * Headers for the reply to an allowed request. `Vary` is needed even without an `Origin`, because replies differ by
 * it.
 */
export function corsHeaders(request: Request): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Location, Retry-After',
  };
}

/**
 * The form can trigger a preflight in advance, so that the browser has its result cached
 * (`browser/drafts/drafts.ts`).
 */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && (headers.has('access-control-request-method') || headers.has('origin'));

/** Paths of back ends and operators: no page of another origin may hold their key, so a preflight for them is always refused. */
const operatorPaths = /^\/(?:(?:readyz|metrics|attention|people)(?:\/|$)|sessions\/)/;

/** Decodes as the router does, for which `%7a` is a `z`. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const isForOperators = ({ url }: Request): boolean =>
  operatorPaths.test(decodePath(new URL(url).pathname));

export const preflightReply = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: { ...corsHeaders(request), ...allowed, 'cache-control': 'no-store' },
  });
