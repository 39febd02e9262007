/** How long it takes until a submission is delivered: what the form tells its applicant. */
import type { Tenant } from '../../../core/model/ids.ts';
import type { Estimate, LedgerRules, Waiting } from '../dependencies.ts';
import type { LearnedRateLimiter } from './learned-rate-limiter.ts';

export interface EstimateDependencies extends Pick<LedgerRules, 'leasedSubmissions' | 'quantum'> {
  readonly rateLimiterOf: (tenant: Tenant) => Pick<LearnedRateLimiter, 'outlook'>;
}

/** Part of the requests that carry an answer, while others begin and are looked after. */
const WRITES = 0.95;

/** They wait for the rate, for the replies, or for a stop of both, whichever takes longest. */
export function createEstimate({
  rateLimiterOf,
  leasedSubmissions,
  quantum,
}: EstimateDependencies): Estimate {
  return (tenant, waiting) => {
    const { rate, saved, stop, roundTrip, steady } = rateLimiterOf(tenant).outlook();
    const { own, others } = waiting;
    if (stop === null) return null;
    if (own <= 0) return 0;
    const posts = postsUntilDone(waiting, { leasedSubmissions, quantum });
    const requests = Math.max(posts / (others.length === 0 ? 1 : WRITES) - saved, 0);
    const forReplies = Math.max(own, posts / leasedSubmissions) * (roundTrip / 1000);
    // What went while others waited counts every stop: for many requests it tells more than the rate of now.
    const forStops = steady === null ? 0 : requests / steady;
    return Math.max(stop / 1000 + Math.max(requests / rate, forReplies), forStops);
  };
}

/** Of a turn that comes at any time of a round, as many others are before us as behind. */
const HALF = 0.5;

/**
 * So many submissions go at once as there are lanes, each some POSTs, then the next ones: until ours is done, no
 * other has sent more than it, in whole turns.
 */
function postsUntilDone(
  { own, isServed, others }: Waiting,
  { leasedSubmissions, quantum }: Pick<LedgerRules, 'leasedSubmissions' | 'quantum'>,
): number {
  const besideUs = Math.min(leasedSubmissions, others.length + 1);
  const inThisTurn = isServed ? ((own - 1) % quantum) + 1 : Math.min(own, quantum);
  const later = own - inThisTurn;
  const ofOthers = others.reduce((sum, other) => sum + Math.min(other, later), later);
  const before = isServed ? 0 : postsBeforeAcquire(others, { leasedSubmissions, quantum });
  return before + (inThisTurn - HALF) * besideUs + HALF + ofOthers;
}

/** Those under way are half done with their turn, and half of those that wait come before us. */
function postsBeforeAcquire(
  others: readonly number[],
  { leasedSubmissions, quantum }: Pick<LedgerRules, 'leasedSubmissions' | 'quantum'>,
): number {
  if (others.length < leasedSubmissions) return 0;
  const turns = others.reduce((sum, other) => sum + Math.min(other, quantum), 0) / others.length;
  return HALF * others.length * turns;
}
