/** Takes up what is due, a few submissions at a time, and rests when there is nothing. */
import type { Tenant } from '../../core/model/ids.ts';
import type { SubjectKey } from '../ports.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { causeOf, notified } from './dependencies.ts';
import { heldBy, type LeasedSubmission, lose, openLeasedSubmission } from './leased-submission.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { StoredRecord } from './record.ts';
import { serve } from './serve.ts';

/** Due work other than submissions, which the same loop begins. */
export interface Duty {
  /** What is due now; does not wait for it. */
  begin(signal: AbortSignal): Promise<void>;
  /** Resolves when nothing of it is under way. */
  end(): Promise<void>;
}

export interface Worker {
  start(): void;
  /** There may be something to do. */
  wake(): void;
  /** Begins nothing more, and waits so many milliseconds for what is under way. */
  drain(grace: number): Promise<void>;
}

/** Milliseconds: so soon what another process accepted is found, should that process not deliver it. */
const LONGEST_REST = 15_000;
/** Milliseconds between looks at a service that is left alone. */
const CLOSED_REST = 2_000;
/** Milliseconds until a submission is tried again at which the store failed. */
const FAILED_REST = 5_000;
/** Milliseconds that a submission waits for a turn before it gives its place to another. */
const LONGEST_WAIT = 120_000;
/** Milliseconds for which the difference between the store's clock and ours is taken as known. */
const CLOCK_FRESH = 60_000;
/** Milliseconds until it is read again what other processes have learned. */
const RECALLED_FOR = 60_000;
/** Milliseconds that a process comes later which cannot open what is there, so that one that can comes first. */
const YIELD = 1_000;
/** Milliseconds for which it does so: longer than the longest pause of what it leaves. */
const YIELD_FOR = 120_000;
/** Milliseconds: others may take up what is due just before us. */
const SHORTEST_REST = 20;

/** This worker has a submission in hand no more. */
type Served = (key: SubjectKey) => void;

interface Shift {
  readonly dependencies: LedgerDependencies;
  readonly served: Served;
  readonly duties: readonly Duty[];
  readonly quiet: ReconcileDelay;
  readonly stop: AbortController;
  /** Those under way. */
  readonly leasedSubmissions: Map<
    string,
    {
      readonly leased: LeasedSubmission;
      /** Of the renewals of its lease. */
      readonly end: AbortController;
      readonly done: Promise<void>;
    }
  >;
  loop: Promise<void>;
  isWoken: boolean;
  rest: AbortController;
  /** What the store's clock is ahead of ours, as it was asked then. */
  ahead: { readonly by: number; readonly at: number } | null;
  failures: number;
  /** Monotonic milliseconds at which it was read what was learned. */
  recalledAt: number;
  /** Monotonic milliseconds at which something was left to a process with another secret. */
  leftAt: number;
}

export const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

export function createWorker(
  dependencies: LedgerDependencies,
  served: Served,
  duties: readonly Duty[],
): Worker {
  const shift: Shift = {
    dependencies,
    served,
    duties,
    quiet: createReconcileDelay(dependencies.rules.quiet, dependencies.store),
    recalledAt: Number.NEGATIVE_INFINITY,
    stop: new AbortController(),
    leasedSubmissions: new Map(),
    loop: Promise.resolve(),
    isWoken: false,
    rest: new AbortController(),
    ahead: null,
    failures: 0,
    leftAt: Number.NEGATIVE_INFINITY,
  };
  return {
    start() {
      shift.loop = work(shift);
    },
    wake: () => wake(shift),
    async drain(grace) {
      shift.stop.abort(notified);
      for (const { leased } of shift.leasedSubmissions.values()) leased.stop.abort(notified);
      wake(shift);
      const all = shift.loop.then(() =>
        Promise.all([
          ...duties.map((duty) => duty.end()),
          ...[...shift.leasedSubmissions.values()].map(({ done }) => done),
        ]),
      );
      const limit = new AbortController();
      await Promise.race([all, dependencies.clock.sleep(grace, limit.signal)]);
      limit.abort(notified);
      // What did not end in time is left to another process.
      for (const { end } of shift.leasedSubmissions.values()) end.abort(notified);
    },
  };
}

function wake(shift: Shift): void {
  shift.isWoken = true;
  shift.rest.abort(notified);
}

async function work(shift: Shift): Promise<void> {
  const { dependencies, stop } = shift;
  while (!stop.signal.aborted) {
    try {
      shift.isWoken = false;
      for (const duty of shift.duties) await duty.begin(stop.signal);
      await recallReconcileDelay(shift);
      if (!(await takeUp(shift))) await rest(shift);
      shift.failures = 0;
    } catch (error) {
      reportStore(shift, error);
      shift.failures = Math.min(shift.failures + 1, 5);
      await dependencies.clock.sleep(500 * 2 ** shift.failures, stop.signal);
    }
  }
}

/** Before anything is sent or looked for: a quiet time that is too short makes a second answer. */
async function recallReconcileDelay(shift: Shift): Promise<void> {
  const now = shift.dependencies.clock.monotonic();
  if (now - shift.recalledAt < RECALLED_FOR) return;
  await shift.quiet.recall();
  shift.recalledAt = now;
}

function reportStore({ dependencies }: Shift, error: unknown, tenant?: Tenant): void {
  const cause = causeOf(error);
  dependencies.log.error('store_failed', tenant === undefined ? { cause } : { cause, tenant });
}

/** Whether there was anything. */
async function takeUp(shift: Shift): Promise<boolean> {
  const { rateLimiterOf } = shift.dependencies;
  const open = roomsOf(shift).filter(([tenant]) => rateLimiterOf(tenant).isOpen());
  let count = 0;
  for (const isOfKnown of [true, false])
    count += await lease(
      shift,
      open.filter(([, room]) => room.isOfKnown === isOfKnown),
      isOfKnown,
    );
  return count > 0;
}

type TenantRoom = readonly [Tenant, Room];

/** Of tenants that have a free place. */
const roomsOf = (shift: Shift): readonly TenantRoom[] =>
  shift.dependencies.tenants.flatMap((tenant) => {
    const room = nextRoom(shift.dependencies.rules.leasedSubmissions, takenOf(shift, tenant));
    return room === null ? [] : [[tenant, room]];
  });

/** How many were taken up. */
async function lease(shift: Shift, rooms: readonly TenantRoom[], isOfKnown: boolean): Promise<number> {
  const { dependencies } = shift;
  if (rooms.length === 0) return 0;
  const askedAt = dependencies.clock.monotonic();
  const found = await dependencies.store.lease({
    owner: dependencies.owner,
    duration: dependencies.rules.leaseFor,
    most: Math.min(...rooms.map(([, { most }]) => most)),
    tenants: rooms.map(([tenant]) => tenant),
    isOfKnown,
  });
  for (const record of found) take(shift, record, askedAt);
  return found.length;
}

function takenOf({ leasedSubmissions }: Shift, tenant: Tenant): Taken {
  const own = [...leasedSubmissions.values()].filter(({ leased }) => leased.record.key.tenant === tenant);
  const visitors = own.filter(({ leased }) => leased.record.isVisitor).length;
  return { known: own.length - visitors, visitors };
}

/** One that this worker has in hand already, though its lease ran out, stays in that hand. */
function take(shift: Shift, record: StoredRecord, askedAt: number): void {
  const name = nameOf(record.key);
  if (shift.leasedSubmissions.has(name)) return;
  const { dependencies, quiet, stop } = shift;
  const leased = openLeasedSubmission({ dependencies, quiet }, record, askedAt);
  if (stop.signal.aborted) leased.stop.abort(notified);
  const end = new AbortController();
  shift.leasedSubmissions.set(name, { leased, end, done: follow(shift, leased, end) });
}

/** @param end of the renewals of its lease */
async function follow(shift: Shift, leased: LeasedSubmission, end: AbortController): Promise<void> {
  const { key } = leased.record;
  void keepLease(leased, end.signal);
  try {
    const { leasedSubmissions: places } = shift.dependencies.rules;
    await serve(leased, () => isCrowded(places, takenOf(shift, key.tenant), leased.record.isVisitor));
  } catch (error) {
    // The lease runs out by itself, should the store be away for longer.
    reportStore(shift, error, key.tenant);
    await giveUp(leased);
  } finally {
    end.abort(notified);
    if (leased.isLeft) shift.leftAt = shift.dependencies.clock.monotonic();
    shift.leasedSubmissions.delete(nameOf(key));
    shift.served(key);
    wake(shift);
  }
}

async function giveUp(leased: LeasedSubmission): Promise<void> {
  const { version } = leased.record;
  await leased.dependencies.store
    .release(heldBy(leased), { version, dueAt: leased.now() + FAILED_REST })
    .catch(() => undefined);
}

/** Until something is due, a call wakes the worker, or it is time to look for what other processes left. */
async function rest(shift: Shift): Promise<void> {
  const { dependencies, stop } = shift;
  const free = roomsOf(shift);
  const open = free.filter(([tenant]) => dependencies.rateLimiterOf(tenant).isOpen());
  const next = await nextDue(shift, open);
  const later = dependencies.clock.monotonic() - shift.leftAt < YIELD_FOR ? YIELD : 0;
  const wait = next === null ? LONGEST_REST : await untilThen(shift, next);
  const longest = open.length < free.length ? CLOSED_REST : LONGEST_REST;
  if (shift.isWoken || stop.signal.aborted) return;
  if (shift.rest.signal.aborted) shift.rest = new AbortController();
  const pause = Math.min(Math.max(wait, SHORTEST_REST), longest) + later;
  await dependencies.clock.sleep(pause, shift.rest.signal);
}

/** Of what there is room for: visitors that are due and find no place are waited for by no clock. */
async function nextDue({ dependencies }: Shift, rooms: readonly TenantRoom[]): Promise<number | null> {
  const times: number[] = [];
  for (const isOfKnown of [true, false]) {
    const tenants = rooms.filter(([, room]) => room.isOfKnown === isOfKnown).map(([tenant]) => tenant);
    const at = tenants.length === 0 ? null : await dependencies.store.nextDue(tenants, isOfKnown);
    if (at !== null) times.push(at);
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** Milliseconds. What looks due though none of it was given out is asked about at the store's clock as it is now. */
async function untilThen(shift: Shift, next: number): Promise<number> {
  const wait = next - (await storeTime(shift));
  if (wait > 0) return wait;
  shift.ahead = null;
  return next - (await storeTime(shift));
}

/** Good enough to wait by: what is due is decided by the store. */
async function storeTime(shift: Shift): Promise<number> {
  const { clock, store } = shift.dependencies;
  const at = clock.monotonic();
  if (shift.ahead === null || at - shift.ahead.at > CLOCK_FRESH)
    shift.ahead = { by: (await store.now()) - clock.monotonic(), at };
  return shift.ahead.by + clock.monotonic();
}

/** A POST, and waiting for a turn, can take longer than a lease. Each has its own renewals, so none waits for another. */
async function keepLease(leased: LeasedSubmission, isOver: AbortSignal): Promise<void> {
  const { clock, rules } = leased.dependencies;
  for (;;) {
    await clock.sleep(rules.leaseFor / 3, isOver);
    if (isOver.aborted) return;
    await renew(leased);
  }
}

/** One that waits for so long gives its place back: others may have work that needs no turn. */
async function renew(leased: LeasedSubmission): Promise<void> {
  const { clock, rules, store } = leased.dependencies;
  if (leased.waitsSince !== null && clock.monotonic() - leased.waitsSince > LONGEST_WAIT)
    return leased.stop.abort(notified);
  const isHeld = await store.renew(heldBy(leased), rules.leaseFor).catch(() => true);
  if (!isHeld && !leased.isLost) lose(leased);
}

/** Submissions under way. */
export interface Taken {
  readonly known: number;
  readonly visitors: number;
}

/** What may be taken up next: so many, of known applicants alone, or of both with these first. */
export interface Room {
  readonly isOfKnown: boolean;
  readonly most: number;
}

/** One of so many places is no visitor's. */
const OF_KNOWN = 4;

/** @returns null: all places are taken */
export function nextRoom(places: number, { known, visitors }: Taken): Room | null {
  const free = places - known - visitors;
  if (free <= 0) return null;
  const forVisitors = places - Math.floor(places / OF_KNOWN) - visitors;
  return forVisitors > 0
    ? { isOfKnown: false, most: Math.min(free, forVisitors) }
    : { isOfKnown: true, most: free };
}

/** Whether another one may wait for a place of this one. */
export function isCrowded(places: number, taken: Taken, isVisitor: boolean): boolean {
  const room = nextRoom(places, taken);
  return room === null || (isVisitor && room.isOfKnown);
}

export interface ReconcileDelay {
  /** Milliseconds. */
  of(tenant: Tenant): number;
  /**
   * A store that does not answer just now keeps nothing of it; this process does.
   *
   * @param late milliseconds from a mark until the service stored what was sent
   */
  learn(tenant: Tenant, late: number): Promise<void>;
  /** What other processes, and those before this one, have learned. Rejects where the store does not answer. */
  recall(): Promise<void>;
}

/** Times what was seen (`src/server/ledger/README.md#the-reconcile-delay`). */
const MARGIN = 3;
/** Milliseconds: a clock that is wrong at the service must not stop everything. */
const LONGEST = 900_000;

/** @param floor milliseconds */
export function createReconcileDelay(
  floor: number,
  store: Pick<LedgerStore, 'readReconcileDelay' | 'learnReconcileDelay'>,
): ReconcileDelay {
  const learned = new Map<Tenant, number>();
  const of = (tenant: Tenant) => learned.get(tenant) ?? floor;
  const raise = (tenant: Tenant, quiet: number) => learned.set(tenant, Math.max(of(tenant), quiet));
  return {
    of,
    async learn(tenant, late) {
      const quiet = Math.min(late * MARGIN, LONGEST);
      if (quiet <= floor) return;
      raise(tenant, quiet);
      await store.learnReconcileDelay(tenant, quiet).catch(() => undefined);
    },
    async recall() {
      for (const [tenant, quiet] of await store.readReconcileDelay()) raise(tenant, Math.min(quiet, LONGEST));
    },
  };
}
