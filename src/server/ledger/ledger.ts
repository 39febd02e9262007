/**
 * The durable delivery: what is accepted is stored, and what is stored is carried to the service, exactly once
 * (`src/server/ledger/README.md`). One process has one; several may work on one store.
 */

import { failure, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { isSettled } from '../../core/model/submission.ts';
import type { People } from '../people.ts';
import type { Delivery, Operator, SubjectKey } from '../ports.ts';
import { accept } from './accept.ts';
import { act, listAttention } from './attention.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { createNotifier, createStoreEvents, type Notifier, notified } from './dependencies.ts';
import { describe, toStored } from './describe.ts';
import { createPeople } from './people.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { StoredRecord } from './record.ts';
import { createRetention } from './retention.ts';
import { createTeller } from './webhooks/tell-webhooks.ts';
import { createWorker, type Duty, nameOf } from './worker.ts';

export interface Ledger extends Delivery, Operator {
  readonly people: People;
  /** Begins to deliver what is due. */
  start(): void;
  /** From now on every receipt is given at once, and to those who wait for a delivery, too. */
  stopWaiting(): void;
  /** Takes up nothing more, and waits so many milliseconds for the requests that are under way. */
  drain(grace: number): Promise<void>;
}

export function createLedger(given: LedgerDependencies): Ledger {
  const store = createStoreEvents(given.log);
  const notifier = createNotifier();
  const rateLimiterOf = (tenant: Tenant) => notifyWhenDown(given.rateLimiterOf(tenant), notifier);
  const dependencies = { ...given, log: store.log, rateLimiterOf };
  const worker = createWorker(dependencies, notifier, dutiesOf(dependencies));
  const end = new AbortController();
  const waiting = { dependencies, notifier, signal: end.signal };
  const stopWaiting = () => {
    end.abort(notified);
    notifier.notifyAll();
  };
  return {
    async find(key) {
      const record = await dependencies.store.find(key);
      return record === null ? null : toStored(dependencies.cipher, record);
    },
    async accept(submission, wait, stored = () => undefined) {
      const accepted = await accept(dependencies, submission);
      if (!accepted.ok) return accepted;
      const { isNew, inserted } = accepted.value;
      stored();
      if (isNew) {
        store.works();
        dependencies.ledgerMetrics.received(submission.key.tenant);
        worker.wake();
      }
      const record = await waitFor(waiting, submission.key, wait, inserted).catch(() => null);
      if (record === null) return failure({ kind: 'store_unavailable' });
      return record.erasedAt === null
        ? success(describe(record))
        : failure({ kind: 'already_submitted', submission: null });
    },
    async read(key, reference, wait) {
      const record = await waitFor(waiting, key, wait);
      return record?.reference === reference && record.erasedAt === null ? describe(record) : null;
    },
    isReady: () => doesAnswer(dependencies.store),
    attention: (tenant, wish) => listAttention(dependencies, tenant, wish),
    async act(tenant, reference, action) {
      const acted = await act(dependencies, { tenant, reference }, action);
      if (acted.ok) worker.wake();
      return acted.ok ? success(describe(acted.value)) : acted;
    },
    people: createPeople(dependencies, worker.wake),
    start: worker.start,
    isDown: (tenant) => isDown(dependencies, tenant),
    visitorsQueued: async (tenant) => (await given.store.countVisitors()).get(tenant) ?? 0,
    stopWaiting,
    drain(grace) {
      stopWaiting();
      return worker.drain(grace);
    },
  };
}

const dutiesOf = (dependencies: LedgerDependencies): readonly Duty[] => [
  createRetention(dependencies),
  ...(dependencies.webhooks === undefined
    ? []
    : [createTeller({ ...dependencies, ...dependencies.webhooks })]),
];

const doesAnswer = (store: LedgerDependencies['store']): Promise<boolean> =>
  store.now().then(
    () => true,
    () => false,
  );

const isDown = ({ rateLimiterOf }: Pick<LedgerDependencies, 'rateLimiterOf'>, tenant: Tenant): boolean =>
  rateLimiterOf(tenant).figures().breaker !== 'closed';

/** When the service goes down, everyone who waits for a delivery gets the receipt at once. */
const notifyWhenDown = (rateLimiter: RateLimiter, notifier: Notifier): RateLimiter => ({
  ...rateLimiter,
  report(kind, event) {
    rateLimiter.report(kind, event);
    if (rateLimiter.figures().breaker !== 'closed') notifier.notifyAll();
  },
});

interface Waiting {
  readonly dependencies: LedgerDependencies;
  readonly notifier: Notifier;
  /** Aborts when every wait is to end. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two reads, by which deliveries of another process are noticed. */
const POLL_EACH = 2_000;

/**
 * The submission once it is settled, or as it is when the time is over.
 * @param inserted as it was stored just now, so that it need not be read
 */
async function waitFor(
  { dependencies, notifier, signal }: Waiting,
  key: SubjectKey,
  wait: number,
  inserted: StoredRecord | null = null,
): Promise<StoredRecord | null> {
  const { clock, store } = dependencies;
  if (wait <= 0) return inserted ?? store.find(key);
  const until = clock.monotonic() + wait;
  let last: StoredRecord | null = null;
  let first = inserted;
  for (;;) {
    const listener = notifier.listen(nameOf(key));
    try {
      // A store that fails meanwhile takes back nothing of what it held.
      const before: StoredRecord | null = last;
      const record: StoredRecord | null =
        first ?? (await (before === null ? store.find(key) : store.find(key).catch(() => before)));
      [first, last] = [null, record];
      const left = until - clock.monotonic();
      const isOver = left <= 0 || signal.aborted || isDown(dependencies, key.tenant);
      if (record === null || isOver || isSettled(describe(record))) return record;
      await clock.sleep(Math.min(left, POLL_EACH), listener.signal);
    } finally {
      listener.close();
    }
  }
}
