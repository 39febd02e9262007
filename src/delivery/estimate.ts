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

/**
 * In fair turns nobody sends more than we do until we are done; so of each other submission only as many POSTs count
 * as we have left. They wait for the rate, or for the replies: whichever takes longer.
 */
export function createEstimate({ paceOf, lanes }: EstimateMeans): Estimate {
  return (tenant, own, others) => {
    const { rate, saved, stop, roundTrip, writes } = paceOf(tenant).outlook();
    if (stop === null) return null;
    const posts = others.reduce((sum, other) => sum + Math.min(other, own), own);
    const requests = posts / Math.max(writes, LEAST_WRITES);
    const forRate = Math.max(requests - saved, 0) / rate;
    const forReplies = Math.max(own, posts / lanes) * (roundTrip / 1000);
    return stop / 1000 + Math.max(forRate, forReplies);
  };
}
