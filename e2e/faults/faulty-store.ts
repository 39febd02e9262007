/** The store as one process sees it: sometimes slow, sometimes failing, and the process may crash at any call. */

import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { WebhookOutbox } from '../../src/server/ledger/webhooks/outbox.ts';
import type { Lessons } from '../../src/server/ports.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Host } from './host.ts';
import { strikes, type World } from './world.ts';

/** Wraps every operation, so that something can happen before and after it. */
export type Around = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function wrapStore(base: LedgerStore, around: Around): LedgerStore {
  return {
    now: () => around('now', () => base.now()),
    find: (key) => around('find', () => base.find(key)),
    findByReference: (tenant, reference) =>
      around('findByReference', () => base.findByReference(tenant, reference)),
    insert: (submission) => around('insert', () => base.insert(submission)),
    correct: (correction) => around('correct', () => base.correct(correction)),
    lease: (wish) => around('lease', () => base.lease(wish)),
    renew: (held, duration) => around('renew', () => base.renew(held, duration)),
    change: (held, change) => around('change', () => base.change(held, change)),
    release: (held, next) => around('release', () => base.release(held, next)),
    mark: (held, item, delay) => around('mark', () => base.mark(held, item, delay)),
    settle: (key, item, change) => around('settle', () => base.settle(key, item, change)),
    findPerson: (tenant, query) => around('findPerson', () => base.findPerson(tenant, query)),
    countUnfindable: (tenant, hashes) =>
      around('countUnfindable', () => base.countUnfindable(tenant, hashes)),
    findConsents: (tenant, of) => around('findConsents', () => base.findConsents(tenant, of)),
    amend: (amendment) => around('amend', () => base.amend(amendment)),
    erase: (key, version) => around('erase', () => base.erase(key, version)),
    nextDue: (tenants, kind) => around('nextDue', () => base.nextDue(tenants, kind)),
    countVisitors: () => around('countVisitors', () => base.countVisitors()),
    listAttention: (tenant, after) => around('listAttention', () => base.listAttention(tenant, after)),
    backlog: () => around('backlog', () => base.backlog()),
    doubt: (wait) => around('doubt', () => base.doubt(wait)),
    readReconcileDelay: () => around('readReconcileDelay', () => base.readReconcileDelay()),
    learnReconcileDelay: (tenant, milliseconds) =>
      around('learnReconcileDelay', () => base.learnReconcileDelay(tenant, milliseconds)),
    webhooks: wrapOutbox(base.webhooks, around),
    sweep: () => around('sweep', () => base.sweep()),
    close: () => Promise.resolve(),
  };
}

const wrapOutbox = (base: WebhookOutbox, around: Around): WebhookOutbox => ({
  take: (...wish) => around('take events', () => base.take(...wish)),
  finish: (seen) => around('finish event', () => base.finish(seen)),
  delay: (...wish) => around('delay event', () => base.delay(...wish)),
  stop: (...wish) => around('stop event', () => base.stop(...wish)),
  expire: (...wish) => around('expire events', () => base.expire(...wish)),
  listDue: (tenants) => around('list due events', () => base.listDue(tenants)),
  listStopped: (key) => around('list stopped events', () => base.listStopped(key)),
  listSubjects: (...wish) => around('list subjects of events', () => base.listSubjects(...wish)),
  act: (...wish) => around('act on events', () => base.act(...wish)),
  count: (tenant) => around('count events', () => base.count(tenant)),
});

export const wrapLessons = (base: Lessons, around: Around): Lessons => ({
  list: (...of) => around('list lessons', () => base.list(...of)),
  learn: (...lesson) => around('learn', () => base.learn(...lesson)),
  agree: (...wish) => around('agree', () => base.agree(...wish)),
  clear: (...wish) => around('clear', () => base.clear(...wish)),
});

/** Calls that a process with nothing to do makes again and again. */
const idleCalls: readonly string[] = [
  'now',
  'lease',
  'nextDue',
  'listAttention',
  'backlog',
  'countVisitors',
  'sweep',
  'readReconcileDelay',
  'expire events',
  'list due events',
  'list stopped events',
  'list subjects of events',
];
/** Share of the idle calls that may meet a fault; all others are instant, which keeps simulations quick. */
const EVENTFUL = 0.1;

export function faultyStore(base: LedgerStore, world: World, host: Host): LedgerStore {
  const busy = reach(world, host, faults.process.crash);
  const idle = reach(world, host, faults.process.idleCrash / EVENTFUL);
  return wrapStore(base, (name, work) => {
    if (!idleCalls.includes(name)) return busy(name, work);
    if (world.random.chance(EVENTFUL)) return idle(name, work);
    return host.alive ? work() : never();
  });
}

/** What refusals taught lies in the same store. */
export const faultyLessons = (base: Lessons, world: World, host: Host): Lessons =>
  wrapLessons(base, reach(world, host, faults.process.crash));

/** One call with its faults. */
function reach(world: World, host: Host, crash: number): Around {
  const { timeline, random } = world;
  const { usual, slow, slowest, fails } = faults.store;
  return (name, work) => {
    if (host.mayEnd(crash)) return never();
    const duration = strikes(world, 'store', slow) ? random.between(500, slowest) : random.between(...usual);
    const failure = strikes(world, 'store', fails) ? random.pick(['before', 'after']) : null;
    if (failure !== null) world.trace?.(host.name, `${name} fails ${failure} it is done`);
    return new Promise((resolve, reject) => {
      const cutOff = () => host.reach(() => reject(new Error('The store does not answer.')));
      timeline.after(duration, () => {
        if (failure === 'before') return cutOff();
        work().then((value) => {
          if (failure === 'after') return cutOff();
          if (!host.mayEnd(crash)) host.mayStall();
          host.reach(() => resolve(value));
        }, reject);
      });
    });
  };
}

/** The result of every call of a process that has crashed. */
export const never = <Value>(): Promise<Value> => new Promise(() => undefined);
