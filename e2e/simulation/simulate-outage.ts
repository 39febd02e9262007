/**
 * The service is away for an hour while applicants send; then it is back. The real ledger over a store in memory and
 * the real rate limiter, in virtual time.
 */

import { reference, tenant } from '../../src/core/model/ids.ts';
import { stagingOf } from '../../src/server/files/staging.support.ts';
import { createCipher } from '../../src/server/ledger/cipher.ts';
import {
  defaultRules,
  type LedgerDependencies,
  silentMetrics,
} from '../../src/server/ledger/dependencies.ts';
import { silentLedgerLog } from '../../src/server/ledger/ledger.support.ts';
import { createLedger, type Ledger } from '../../src/server/ledger/ledger.ts';
import type { RateLimitEvent, RateLimiter } from '../../src/server/ledger/rate-limiter.ts';
import type { VirtualClock } from '../../src/server/virtual-clock.support.ts';
import { createMapLessons, createMapStore } from '../support/map-store.ts';
import type { HiddenLimit } from './hidden-limit.ts';
import { createLimitedService, type LimitedService, type ServiceFate } from './limited-service.ts';
import { plainSubmission } from './plain-submission.ts';

export interface OutageScene {
  readonly limit: HiddenLimit;
  readonly submissions: number;
  readonly answers: number;
  /** Milliseconds from the beginning in which the service is away, and how. */
  readonly outage: number;
  readonly fate: ServiceFate;
  readonly random: () => number;
  readonly clock: VirtualClock;
  readonly makeRateLimiter: (probe: () => Promise<RateLimitEvent>) => RateLimiter;
}

export interface OutageFigures {
  /** Answers that the service has, and how many of them more than once. */
  readonly stored: number;
  readonly duplicated: number;
  readonly lost: number;
  /** POSTs and reads while it was away. */
  readonly triedWhileAway: number;
  readonly requests: number;
  readonly refused: number;
  /** Part of the hidden limit that was used from the end of the outage to the last answer. */
  readonly goodput: number;
}

const BEGAN = Date.UTC(2026, 0, 1);
export const one = tenant('t');

export async function simulateOutage(scene: OutageScene): Promise<OutageFigures> {
  const { clock, submissions, answers, outage } = scene;
  const service = createLimitedService(scene);
  const ledger = createLedger(createDependencies(scene, service));
  ledger.start();
  void sendAll(ledger, scene);
  const wanted = submissions * answers;
  await clock.run(outage);
  const triedWhileAway = service.requests;
  let steps = 0;
  while (service.stored.size < wanted && steps < MOST_STEPS) {
    await clock.run(clock.monotonic() + STEP);
    steps += 1;
  }
  const drainedAfter = (service.lastStoredAt - outage) / 1000;
  // Long enough for what is late, and for the audits.
  await clock.run(clock.monotonic() + AFTERMATH);
  void ledger.drain(0);
  const copies = [...service.stored.values()];
  const taken = service.requestsUntilStored - triedWhileAway - service.refused;
  return {
    stored: service.stored.size,
    duplicated: copies.filter((count) => count > 1).length,
    lost: wanted - service.stored.size,
    triedWhileAway,
    requests: service.requests,
    refused: service.refused,
    goodput: taken / (scene.limit.rate * drainedAfter),
  };
}

/** Milliseconds. */
const STEP = 60_000;
const MOST_STEPS = 3 * 24 * 60;
const AFTERMATH = 600_000;

/** The real ledger over a store in memory, before such a service. */
export function createDependencies(
  scene: Pick<OutageScene, 'clock' | 'random' | 'makeRateLimiter'>,
  service: LimitedService,
): LedgerDependencies {
  const { clock, random } = scene;
  const rateLimiter = scene.makeRateLimiter(service.probe);
  let references = 0;
  return {
    store: createMapStore({ now: () => BEGAN + clock.monotonic() }),
    tenants: [one],
    gatewayOf: () => service.gateway,
    rateLimiterOf: () => rateLimiter,
    cipher: createCipher(['o'.repeat(32)]),
    staging: stagingOf({}),
    clock,
    log: silentLedgerLog,
    ledgerMetrics: silentMetrics,
    owner: 'one',
    lessons: createMapLessons(() => BEGAN + clock.monotonic()),
    newReference() {
      references += 1;
      return reference(`R${references}`);
    },
    random,
    rules: defaultRules,
  };
}

/** Evenly over the outage. */
async function sendAll(ledger: Ledger, { clock, submissions, answers, outage }: OutageScene): Promise<void> {
  for (let number = 0; number < submissions; number += 1) {
    const accepted = await ledger.accept(plainSubmission(one, number, answers), 0);
    if (!accepted.ok) throw new Error(`No receipt: ${accepted.error.kind}`);
    await clock.sleep(outage / submissions);
  }
}
