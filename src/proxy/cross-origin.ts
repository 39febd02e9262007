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
  /** Origin that browsers know us by, beside the one of the request. */
  readonly publicOrigin: string | undefined;
}

/** No `Origin` header: not a browser's cross-origin call. */
export function isAllowedOrigin(
  { request, publicOrigin }: OriginCheck,
  origins: readonly Origins[],
): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (origin === 'null') return false;
  return (
    ownOrigins(request, publicOrigin).includes(origin) ||
    origins.some((each) => each === 'any' || each.includes(origin))
  );
}

/** A gateway in front may speak https where we see http. */
function ownOrigins(request: Request, publicOrigin: string | undefined): readonly (string | undefined)[] {
  const { origin, host } = new URL(request.url);
  return [origin, `https://${host}`, publicOrigin];
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

/** A form that asks by itself, beforehand, has its browser remember that it may (`embed/later/keep/warm-line.ts`). */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && (headers.has('access-control-request-method') || headers.has('origin'));

export const preflightReply = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: { ...corsHeaders(request), ...allowed, 'cache-control': 'no-store' },
  });
