/** How long it takes until a submission is delivered: what the form tells its applicant. */
import type { Tenant } from '../model/ids.ts';
import type { LearnedPace } from './learned-pace.ts';
import type { Estimate } from './ledger-means.ts';

export interface EstimateMeans {
  readonly paceOf: (tenant: Tenant) => Pick<LearnedPace, 'outlook'>;
  /** Submissions under way at once, a tenant. */
  readonly lanes: number;
}

/** Less is not believed: a tenant whose last requests were looks alone still sends answers. */
const LEAST_WRITES = 0.5;

/** Of the last round each other submission is before us as often as behind. */
const HALF = 0.5;

/**
 * In fair turns nobody sends more than we do until we are done; so of each other submission only as many POSTs count
 * as we have left. They wait for the rate, or for the replies: whichever takes longer.
 */
export function createEstimate({ paceOf, lanes }: EstimateMeans): Estimate {
  return (tenant, own, others) => {
    const { rate, saved, stop, roundTrip, writes, steady } = paceOf(tenant).outlook();
    if (stop === null) return null;
    if (own <= 0) return 0;
    const posts = others.reduce((sum, other) => sum + Math.min(other, own - HALF), own);
    const requests = posts / Math.max(writes, LEAST_WRITES);
    const forRate = Math.max(requests - saved, 0) / rate;
    const forReplies = Math.max(own, posts / lanes) * (roundTrip / 1000);
    // What went while others waited counts every stop: for many requests it tells more than the rate of now.
    const forStops = steady === null ? 0 : Math.max(requests - saved, 0) / steady;
    return Math.max(stop / 1000 + Math.max(forRate, forReplies), forStops);
  };
}
