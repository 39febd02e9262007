/**
 * Which pages may call the proxy: origins compared exactly, `null` never, no cookies. This keeps other sites' pages
 * out; it is no defence against anything but browsers, so nothing else relies on it.
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
  /** Origin that browsers know us by: where it is known, no other is ours, whatever `Host` says. */
  readonly publicOrigin: string | undefined;
}

/** No `Origin` header: not a browser's cross-origin call. */
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

/** A gateway in front may speak https where we see http. */
function askedOrigins(request: Request): readonly string[] {
  const { origin, host } = new URL(request.url);
  return [origin, `https://${host}`];
}

/** For who opens the form under a name of the server that is not the public one. */
export function tellOfName({ request, publicOrigin }: OriginCheck): { readonly detail?: string } {
  const origin = request.headers.get('origin') ?? '';
  return publicOrigin !== undefined && askedOrigins(request).includes(origin)
    ? {
        detail: `This server is known as ${publicOrigin} (APPLY_PUBLIC_URL): open the form there, or list this origin in APPLY_ORIGINS.`,
      }
    : {};
}

/** For the reply to an allowed request; the reply depends on the origin even when none was sent. */
export function corsHeaders(request: Request): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Location, Retry-After',
  };
}

/** A form that asks by itself, beforehand, has its browser remember that it may (`browser/drafts/warm-line.ts`). */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && (headers.has('access-control-request-method') || headers.has('origin'));

/** Doors of back ends and operators: no page may hold their key, so none is told that it may call. */
const operatorPaths = /^\/(?:(?:readyz|metrics|attention|people)(?:\/|$)|sessions\/)/;

/** As the routes read it: `%7a` is a `z` to them. */
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
