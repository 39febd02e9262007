/** The worker's loop: leases due submissions, a few at a time, and sleeps while nothing is due. */
import type { Tenant } from '../../core/model/ids.ts';
import { inTime } from '../clock.ts';
import type { SubjectKey } from '../ports.ts';
import { causeOf, type LedgerDependencies, notified } from './dependencies.ts';
import { type LeasedSubmission, markLost, openLeasedSubmission } from './leased-submission.ts';
import type { StoredRecord } from './record.ts';
import { serve } from './serve.ts';

/** Other due work that the same loop starts. */
export interface Duty {
  /** Starts what is due now, without waiting for it. */
  begin(signal: AbortSignal): Promise<void>;
  /** Resolves when all started work has ended. */
  end(): Promise<unknown>;
}

/** Milliseconds after which work that another process left is found. */
const LONGEST_REST = 15_000;
/** Milliseconds between checks of a service that is left alone. */
const CLOSED_REST = 2_000;
/** Milliseconds. Another process may lease the work just before us. */
const SHORTEST_REST = 20;
/** Milliseconds by which a process that lacks a secret waits longer, and for how long it does so. */
const [YIELD, YIELD_FOR] = [1_000, 120_000];

interface WorkerState {
  readonly dependencies: LedgerDependencies & { readonly delay: ReconcileDelay };
  readonly duties: readonly Duty[];
  /** Called when a submission is no longer under way. */
  readonly served: (key: SubjectKey) => void;
  readonly stop: AbortController;
  readonly underWay: Map<
    string,
    {
      readonly leased: LeasedSubmission;
      /** Ends the renewal of its lease. */
      readonly end: AbortController;
      readonly done: Promise<void>;
    }
  >;
  /** Ends the current sleep, or the next one. */
  alarm: AbortController;
  /** Monotonic milliseconds when a submission was last left to a process with another secret. */
  leftAt: number;
}

export const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

export function createWorker(
  dependencies: LedgerDependencies,
  served: WorkerState['served'],
  duties: readonly Duty[],
) {
  const state: WorkerState = {
    dependencies: { ...dependencies, delay: createReconcileDelay(dependencies) },
    duties,
    served,
    stop: new AbortController(),
    underWay: new Map(),
    alarm: new AbortController(),
    leftAt: Number.NEGATIVE_INFINITY,
  };
  const { stop, underWay } = state;
  let loop = Promise.resolve();
  return {
    start() {
      loop = work(state);
    },
    /** Wakes the loop, because there may be work. */
    wake: () => state.alarm.abort(notified),
    /** Starts nothing more, and waits up to this many milliseconds for work under way. */
    async drain(grace: number): Promise<void> {
      stop.abort(notified);
      for (const { leased } of underWay.values()) leased.stop.abort(notified);
      state.alarm.abort(notified);
      const ends = () => [
        ...duties.map((duty) => duty.end()),
        ...[...underWay.values()].map(({ done }) => done),
      ];
      await inTime(
        dependencies.clock,
        grace,
        loop.then(() => Promise.all(ends())),
      );
      // Work that did not end in time is left to another process.
      for (const { end } of underWay.values()) end.abort(notified);
    },
  };
}

async function work(state: WorkerState): Promise<void> {
  const { dependencies, duties, stop } = state;
  const { clock, delay, log } = dependencies;
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      state.alarm = new AbortController();
      for (const duty of duties) await duty.begin(stop.signal);
      // Read before anything is sent or read back, because too short a delay causes duplicate answers.
      await delay.recall();
      if (!(await leaseDue(state))) await rest(state);
      failures = 0;
    } catch (error) {
      log.error('store_failed', { cause: causeOf(error) });
      failures = Math.min(failures + 1, 5);
      await clock.sleep(500 * 2 ** failures, stop.signal);
    }
  }
}

/** Gives whether anything was leased. */
async function leaseDue(state: WorkerState): Promise<boolean> {
  const { clock, store, owner, rules } = state.dependencies;
  let count = 0;
  for (const { isKnownOnly, rooms } of openRooms(state)) {
    const askedAt = clock.monotonic();
    const found = await store.lease({
      owner,
      isKnownOnly,
      duration: rules.leaseFor,
      most: Math.min(...rooms.map(({ most }) => most)),
      tenants: rooms.map(({ tenant }) => tenant),
    });
    for (const record of found) begin(state, record, askedAt);
    count += found.length;
  }
  return count > 0;
}

/** Free places of a tenant, either for known applicants only or for all. */
interface Room {
  readonly tenant: Tenant;
  readonly isKnownOnly: boolean;
  readonly most: number;
}

/** One in this many places is never a visitor's. */
const OF_KNOWN = 4;

function roomOf({ dependencies, underWay }: WorkerState, tenant: Tenant): Room {
  const places = dependencies.rules.leasedSubmissions;
  const own = [...underWay.values()].filter(({ leased }) => leased.record.key.tenant === tenant);
  const visitors = own.filter(({ leased }) => leased.record.isVisitor).length;
  const free = places - own.length;
  const forVisitors = Math.min(free, places - Math.floor(places / OF_KNOWN) - visitors);
  return forVisitors > 0
    ? { tenant, isKnownOnly: false, most: forVisitors }
    : { tenant, isKnownOnly: true, most: free };
}

const freeRooms = (state: WorkerState): readonly Room[] =>
  state.dependencies.tenants.map((tenant) => roomOf(state, tenant)).filter(({ most }) => most > 0);

/** Free places of tenants whose services may be asked: for known applicants only, and for all. */
const openRooms = (state: WorkerState) =>
  [true, false].flatMap((isKnownOnly) => {
    const { rateLimiterOf } = state.dependencies;
    const rooms = freeRooms(state).filter(
      (room) => room.isKnownOnly === isKnownOnly && rateLimiterOf(room.tenant).isOpen(),
    );
    return rooms.length === 0 ? [] : [{ isKnownOnly, rooms }];
  });

/** Whether another submission may wait for this one's place. */
function isCrowded(state: WorkerState, { key, isVisitor }: StoredRecord): boolean {
  const { most, isKnownOnly } = roomOf(state, key.tenant);
  return most <= 0 || (isVisitor && isKnownOnly);
}

/** Starts serving a leased submission, unless this worker serves it already and only its lease had expired. */
function begin(state: WorkerState, record: StoredRecord, askedAt: number): void {
  const name = nameOf(record.key);
  if (state.underWay.has(name)) return;
  const leased = openLeasedSubmission(state.dependencies, record, askedAt);
  if (state.stop.signal.aborted) leased.stop.abort(notified);
  const end = new AbortController();
  state.underWay.set(name, { leased, end, done: serveLeased(state, leased, end) });
}

/** @param end ends the renewal of its lease */
async function serveLeased(
  state: WorkerState,
  leased: LeasedSubmission,
  end: AbortController,
): Promise<void> {
  const { key } = leased.record;
  void keepLease(leased, end.signal);
  try {
    await serve(leased, () => isCrowded(state, leased.record));
  } catch (error) {
    // Its lease expires by itself.
    leased.log.error('store_failed', { cause: causeOf(error), tenant: key.tenant });
  } finally {
    end.abort(notified);
    if (leased.isLeftToOthers) state.leftAt = leased.clock.monotonic();
    state.underWay.delete(nameOf(key));
    state.served(key);
    state.alarm.abort(notified);
  }
}

/** Sleeps until something is due, a call wakes the worker, or it is time to find what other processes left. */
async function rest(state: WorkerState): Promise<void> {
  const { clock, store } = state.dependencies;
  const open = openRooms(state);
  let wait = LONGEST_REST;
  let openCount = 0;
  // Visitors that are due but have no place set no alarm.
  for (const { isKnownOnly, rooms } of open) {
    const tenants = rooms.map(({ tenant }) => tenant);
    const next = await store.nextDue(tenants, isKnownOnly);
    if (next !== null) wait = Math.min(wait, next - (await store.now()));
    openCount += rooms.length;
  }
  const longest = openCount < freeRooms(state).length ? CLOSED_REST : LONGEST_REST;
  const extra = clock.monotonic() - state.leftAt < YIELD_FOR ? YIELD : 0;
  await clock.sleep(Math.min(Math.max(wait, SHORTEST_REST), longest) + extra, state.alarm.signal);
}

/** Renews the lease, because a POST or the wait for a turn can take longer. Each submission renews its own. */
async function keepLease(leased: LeasedSubmission, end: AbortSignal): Promise<void> {
  const { clock, rules, store } = leased;
  for (;;) {
    await clock.sleep(rules.leaseFor / 3, end);
    if (end.aborted) return;
    if (!(await store.renew(leased.lease, rules.leaseFor).catch(() => true)) && !leased.isLost)
      markLost(leased);
  }
}

export type ReconcileDelay = ReturnType<typeof createReconcileDelay>;

/**
 * Factor by which the delay exceeds the latest arrival that was seen
 * (`src/server/ledger/README.md#the-reconcile-delay`).
 */
const MARGIN = 3;
/** Milliseconds. A wrong clock at the service must not stop the delivery. */
const LONGEST = 900_000;
/** Milliseconds between reads of the delays that other processes learned. */
const RECALLED_FOR = 60_000;

function createReconcileDelay({ rules, store, clock }: LedgerDependencies) {
  const learned = new Map<Tenant, number>();
  let recalledAt = Number.NEGATIVE_INFINITY;
  const of = (tenant: Tenant): number => learned.get(tenant) ?? rules.reconcileDelay;
  const raise = (tenant: Tenant, delay: number) => learned.set(tenant, Math.max(of(tenant), delay));
  return {
    of,
    /**
     * If the store does not answer, only this process remembers the delay.
     *
     * @param late milliseconds from a mark until the service stored the item
     */
    async learn(tenant: Tenant, late: number): Promise<void> {
      const delay = Math.min(late * MARGIN, LONGEST);
      if (delay <= rules.reconcileDelay) return;
      raise(tenant, delay);
      await store.learnReconcileDelay(tenant, delay).catch(() => undefined);
    },
    /** Reads the delays that other and earlier processes learned. Rejects if the store does not answer. */
    async recall(): Promise<void> {
      const now = clock.monotonic();
      if (now - recalledAt < RECALLED_FOR) return;
      for (const [tenant, delay] of await store.readReconcileDelay()) raise(tenant, Math.min(delay, LONGEST));
      recalledAt = now;
    },
  };
}
