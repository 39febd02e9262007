/**
 * The durable delivery: what is accepted is stored, and what is stored is carried to the service, exactly once
 * (`src/server/delivery/README.md`). One process has one; several may work on one store.
 */
import type { Tenant } from '../../core/model/ids.ts';
import { failure, success } from '../../core/model/outcome.ts';
import type { People } from '../../core/model/people.ts';
import type { Delivery, Operator, SubjectKey } from '../../core/model/ports.ts';
import { isSettled } from '../../core/model/submission.ts';
import { accept } from './accept.ts';
import { act, listAttention } from './attention.ts';
import type { LedgerMeans } from './dependencies.ts';
import { describe, toStored } from './describe.ts';
import type { StoredRecord } from './ledger-store.ts';
import { type Bell, createBell, news } from './notifier.ts';
import { createPeople } from './people.ts';
import type { Pace } from './rate-limit/rate-limiter.ts';
import { keepRetention } from './retention.ts';
import { createSecondsLeft } from './seconds-left.ts';
import { createStoreNews } from './store-outcomes.ts';
import { createWorker, nameOf } from './worker.ts';

export interface Ledger extends Delivery, Operator {
  readonly people: People;
  /** Begins to deliver what is due. */
  start(): void;
  /** From now on every receipt is given at once, and to those who wait for a delivery, too. */
  stopWaiting(): void;
  /** Takes up nothing more, and waits so many milliseconds for the requests that are under way. */
  drain(grace: number): Promise<void>;
}

export function createLedger(given: LedgerMeans): Ledger {
  const store = createStoreNews(given.log, given.clock);
  const bell = createBell();
  const paceOf = (tenant: Tenant) => ringWhenDown(given.paceOf(tenant), bell);
  const means = { ...given, log: store.log, paceOf };
  const worker = createWorker(means, bell);
  const end = new AbortController();
  const waiting = { means, bell, signal: end.signal };
  const secondsLeft = createSecondsLeft(means);
  const tell = (record: StoredRecord) => {
    const told = describe(record);
    return { ...told, secondsLeft: secondsLeft(record, told) };
  };
  const stopWaiting = () => {
    end.abort(news);
    bell.ringAll();
  };
  return {
    async find(key) {
      const record = await means.store.find(key);
      return record === null ? null : toStored(record);
    },
    async accept(submission, wait) {
      const accepted = await accept(means, submission);
      if (!accepted.ok) return accepted;
      if (accepted.value.isNew) store.works();
      if (accepted.value.isNew) {
        means.meter.received(submission.key.tenant);
        worker.wake();
      }
      const record = await waitFor(waiting, submission.key, wait).catch(() => null);
      if (record === null) return failure({ kind: 'store_unavailable' });
      return record.erasedAt === null
        ? success(tell(record))
        : failure({ kind: 'already_submitted', submission: null });
    },
    async read(key, reference, wait) {
      const record = await waitFor(waiting, key, wait);
      return record?.reference === reference && record.erasedAt === null ? tell(record) : null;
    },
    isReady: () => doesAnswer(means.store),
    attention: (tenant, wish) => listAttention(means, tenant, wish),
    async act(tenant, reference, action) {
      const acted = await act(means, { tenant, reference }, action);
      if (acted.ok) worker.wake();
      return acted.ok ? success(tell(acted.value)) : acted;
    },
    people: createPeople(means, worker.wake),
    start() {
      worker.start();
      void keepRetention(means, worker.signal);
    },
    isDown: (tenant) => isDown(means, tenant),
    stopWaiting,
    drain(grace) {
      stopWaiting();
      return worker.drain(grace);
    },
  };
}

const doesAnswer = (store: LedgerMeans['store']): Promise<boolean> =>
  store.now().then(
    () => true,
    () => false,
  );

const isDown = ({ paceOf }: Pick<LedgerMeans, 'paceOf'>, tenant: Tenant): boolean =>
  paceOf(tenant).figures().breaker !== 'closed';

/** All who wait for a delivery hear at once that none will come. */
const ringWhenDown = (pace: Pace, bell: Bell): Pace => ({
  ...pace,
  tell(kind, told) {
    pace.tell(kind, told);
    if (pace.figures().breaker !== 'closed') bell.ringAll();
  },
});

interface Waiting {
  readonly means: LedgerMeans;
  readonly bell: Bell;
  /** Aborts when nobody shall wait any more. */
  readonly signal: AbortSignal;
}

/** Milliseconds: so soon it is seen what another process has delivered. */
const LOOK_EACH = 2_000;

/** As it is when nothing more comes of it, or when the time is over. */
async function waitFor(
  { means, bell, signal }: Waiting,
  key: SubjectKey,
  wait: number,
): Promise<StoredRecord | null> {
  const { clock, store } = means;
  if (wait <= 0) return store.find(key);
  const until = clock.monotonic() + wait;
  for (;;) {
    const ear = bell.listen(nameOf(key));
    try {
      const record = await store.find(key);
      const left = until - clock.monotonic();
      const isOver = left <= 0 || signal.aborted || isDown(means, key.tenant);
      if (record === null || isOver || isSettled(describe(record))) return record;
      await clock.sleep(Math.min(left, LOOK_EACH), ear.signal);
    } finally {
      ear.close();
    }
  }
}
