import type { ServiceFault } from './json-api.ts';

export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** null when the request may pass. */
export type RateLimit = (address: string) => ServiceFault | null;

/**
 * A fixed window per address that starts with its first request. The service's own window is undocumented; a fixed one
 * makes `Retry-After` exact: the whole seconds until the window ends. Refused requests do not extend it.
 */
export function createRateLimit(rate: Rate | null, now: () => number): RateLimit {
  if (rate === null) return () => null;
  const windows = new Map<string, { readonly endsAt: number; readonly count: number }>();
  return (address) => {
    const at = now();
    const open = windows.get(address);
    const current =
      open === undefined || open.endsAt <= at ? { endsAt: at + rate.seconds * 1000, count: 0 } : open;
    windows.set(address, { ...current, count: current.count + 1 });
    if (current.count < rate.requests) return null;
    const retryAfter = Math.max(1, Math.ceil((current.endsAt - at) / 1000));
    return { code: 'too_many_requests', detail: 'Rate limit exceeded', retryAfter };
  };
}
