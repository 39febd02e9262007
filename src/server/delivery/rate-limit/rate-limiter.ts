/** How fast one tenant's service may be asked: learned from its answers, fair between those who wait. */
import type { Subject } from '../../../core/model/ids.ts';

export interface RateLimitFigures {
  /** Requests a second that are allowed now. */
  readonly rate: number;
  /** Waiting for their turn. */
  readonly waiting: number;
  /** Nothing goes before (monotonic milliseconds); 0: it does. */
  readonly blockedUntil: number;
  readonly breaker: 'closed' | 'open' | 'probing';
}

/** What became of a request, as far as the pace is concerned. */
export type RateLimitEvent =
  | { readonly kind: 'fine' }
  /** 429; seconds, null: it named none. */
  | { readonly kind: 'limited'; readonly retryAfter: number | null }
  /** Nobody knows what became of it: several in a row open the breaker. */
  | { readonly kind: 'unclear' }
  /** 401 or 403: nothing goes until somebody mends it. */
  | { readonly kind: 'denied' }
  /** No connection. */
  | { readonly kind: 'unreachable' };

export interface RateLimiter {
  /** Resolves when one request of this subject may go. While the breaker is open only a read goes, as its probe. */
  turn(subject: Subject, kind: 'read' | 'write', signal?: AbortSignal): Promise<void>;
  /** To be told of every request that went; null: what became of it says nothing of how the service is. */
  tell(kind: 'read' | 'write', news: RateLimitEvent | null): void;
  /** Whether it is worth leasing work of this tenant now. */
  isOpen(): boolean;
  figures(): RateLimitFigures;
}
