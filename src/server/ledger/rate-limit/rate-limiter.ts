/** How fast one tenant's service may be asked: learned from its answers. */

export interface RateLimitFigures {
  /** Requests a second that are allowed now. */
  readonly rate: number;
  /** Requests that wait for permission. */
  readonly waiting: number;
  /** No request is sent before this time (monotonic milliseconds); 0: not blocked. */
  readonly blockedUntil: number;
  readonly breaker: 'closed' | 'open' | 'probing';
}

/** The outcome of a request, as far as the rate limiter is concerned. */
export type RateLimitEvent =
  | { readonly kind: 'fine' }
  /** 429; seconds, null: it named none. */
  | { readonly kind: 'limited'; readonly retryAfter: number | null }
  /** The outcome is unknown: several in a row open the breaker. */
  | { readonly kind: 'unclear' }
  /** 401 or 403: no request succeeds until the operator corrects the key. */
  | { readonly kind: 'denied' }
  /** No connection. */
  | { readonly kind: 'unreachable' };

export interface RateLimiter {
  /**
   * Resolves when one request may be sent: one for a visitor after all others. While the breaker is open, only a read
   * may, as its probe.
   */
  acquire(kind: 'read' | 'write', isVisitor: boolean, signal?: AbortSignal): Promise<void>;
  /** Called for every request that was sent; null: its outcome says nothing about the health of the service. */
  report(kind: 'read' | 'write', event: RateLimitEvent | null): void;
  /** Whether it is worth leasing work of this tenant now. */
  isOpen(): boolean;
  figures(): RateLimitFigures;
}
