/** A real candidate beside thousands of queued fakes: the real ledger and the real rate limiter, in virtual time. */
import type { SubmissionToAccept } from '../../src/core/model/ports.ts';
import { createLedger } from '../../src/server/delivery/ledger.ts';
import { createLearnedRateLimiter } from '../../src/server/delivery/rate-limit/learned-rate-limiter.ts';
import { createVirtualClock } from '../../src/server/virtual-clock.support.ts';
import { seededRandom } from '../bench/forms/seeded-random.ts';
import type { HiddenLimit } from './hidden-limit.ts';
import { createLimitedService } from './limited-service.ts';
import { createDependencies } from './simulate-outage.ts';

export interface StormScene {
  readonly limit: HiddenLimit;
  /** Queued before the candidate comes. */
  readonly fakes: readonly SubmissionToAccept[];
  readonly candidate: SubmissionToAccept;
}

/** Milliseconds in which fakes are delivered before the candidate comes; a step; the longest that is waited. */
const [BEFORE, STEP, LONGEST] = [120_000, 100, 60_000];

/** Milliseconds from the candidate's receipt to the last answer at the service; infinite: it took over a minute. */
export async function simulateStorm({ limit, fakes, candidate }: StormScene): Promise<number> {
  const clock = createVirtualClock();
  const random = seededRandom(5);
  const service = createLimitedService({ clock, limit, outage: 0, fate: 'unreachable' });
  const makeRateLimiter = (probe: (typeof service)['probe']) =>
    createLearnedRateLimiter({ clock, random, probe });
  const ledger = createLedger(createDependencies({ clock, random, makeRateLimiter }, service));
  for (const fake of fakes) await ledger.accept(fake, 0);
  ledger.start();
  await clock.run(BEFORE);
  await ledger.accept(candidate, 0);
  const { destination } = candidate;
  const application = destination.kind === 'application' ? destination.application : '';
  const isStored = () =>
    candidate.answers.every(({ question }) => service.stored.has(`${application} ${question}`));
  while (!isStored() && clock.monotonic() < BEFORE + LONGEST) await clock.run(clock.monotonic() + STEP);
  void ledger.drain(0);
  return isStored() ? clock.monotonic() - BEFORE : Number.POSITIVE_INFINITY;
}
