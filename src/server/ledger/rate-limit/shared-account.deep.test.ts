/** Several processes ask one service as one would, on every engine of the store; and a restart forgets nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../e2e/bench/forms/seeded-random.ts';
import { makeLearnedRateLimiter } from '../../../../e2e/simulation/simulate-rate-limiter.ts';
import { startPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import type { Outcome } from '../../../core/model/failure.ts';
import { tenant } from '../../../core/model/ids.ts';
import { type Clock, giveTurn } from '../../clock.ts';
import { openStore } from '../../store/open-store.ts';
import { createVirtualClock, type VirtualClock } from '../../virtual-clock.support.ts';
import { createLearnedRateLimiter, type LearnedRateLimiter } from './learned-rate-limiter.ts';
import { createMemoryRates } from './memory-rates.support.ts';
import type { RateLimitEvent } from './rate-limiter.ts';
import type { RateStore } from './rate-store.ts';
import { createSharedAccount } from './shared-account.ts';

interface Place {
  readonly store: RateStore;
  /** As the next process finds it. */
  reopen(): Promise<RateStore>;
}

interface Bench {
  /** An empty one, on this clock. */
  fresh(now: () => number): Promise<Place>;
  close(): Promise<void>;
}

const need = <Value>(outcome: Outcome<Value, string>): Value => {
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
};

const engines: readonly (readonly [string, () => Promise<Bench>])[] = [
  ['memory', memoryBench],
  ['a libsql file', fileBench],
  ['Postgres', postgresBench],
];

/** What stands for a restart here is another limiter: it has nothing but what is stored. */
async function memoryBench(): Promise<Bench> {
  return {
    async fresh(now) {
      const store = createMemoryRates(now);
      return { store, reopen: async () => store };
    },
    close: async () => undefined,
  };
}

async function fileBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-rates-'));
  const bench = await durableBench(`file:${folder}/apply.db`);
  return {
    ...bench,
    async close() {
      await bench.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function postgresBench(): Promise<Bench> {
  const server = need(await startPostgres());
  const bench = await durableBench(server.address);
  return {
    ...bench,
    async close() {
      await bench.close();
      await server.stop();
    },
  };
}

async function durableBench(address: string): Promise<Bench> {
  let clock = () => began;
  const open = async () => need(await openStore(address, { now: () => clock() }));
  let opened = await open();
  return {
    async fresh(now) {
      clock = now;
      await opened.engine.database.deleteFrom('service_rate').execute();
      const reopen = async () => {
        await opened.close();
        opened = await open();
        return opened.rates;
      };
      return { store: opened.rates, reopen };
    },
    close: () => opened.close(),
  };
}

const began = 1_700_000_000_000;
const acme = tenant('acme');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Its time passes only when no store is being asked. */
function createScene() {
  let asked = 0;
  const clock: VirtualClock = createVirtualClock({
    async settle() {
      do await giveTurn();
      while (asked > 0);
    },
  });
  const visits = { read: 0, written: 0 };
  /** null: it answers. */
  let fault: (() => Promise<never>) | null = null;
  const during = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (fault !== null) return fault();
    asked += 1;
    return ask().finally(() => {
      asked -= 1;
    });
  };
  const watch = (store: RateStore): RateStore => ({
    read(of) {
      visits.read += 1;
      return during(() => store.read(of));
    },
    write(...row) {
      visits.written += 1;
      return during(() => store.write(...row));
    },
  });
  const probes: number[] = [];
  const random = seededRandom(5);
  const limiterOn =
    (store: RateStore, answers: RateLimitEvent[] = []) =>
    (on: Clock, process: number): LearnedRateLimiter => {
      const probe = async (): Promise<RateLimitEvent> => {
        probes.push(clock.monotonic());
        await clock.sleep(100);
        return answers.shift() ?? { kind: 'fine' };
      };
      const from = { store: watch(store), tenant: acme, owner: `${process}`, clock: on, rules: { random } };
      const shared = (onChange: () => void) => createSharedAccount(from, onChange);
      return createLearnedRateLimiter({ clock: on, random, probe, shared });
    };
  return {
    clock,
    now: () => began + clock.monotonic(),
    random,
    visits,
    probes,
    limiterOn,
    failWith(next: typeof fault) {
      fault = next;
    },
    /** When so many requests of it went. */
    ask(limiter: LearnedRateLimiter, count: number, kind: 'read' | 'write' = 'write'): number[] {
      const went: number[] = [];
      for (let number = 0; number < count; number += 1)
        void limiter.acquire(kind, false).then(() => went.push(clock.monotonic()));
      return went;
    },
  };
}

describe.each(engines)('on %s', (_name, make) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await make();
  });
  afterAll(() => bench.close());

  async function open() {
    const scene = createScene();
    return { ...scene, ...(await bench.fresh(scene.now)) };
  }

  test('three that start at once start as one: twenty requests, then two a second', async () => {
    const { clock, store, limiterOn, ask } = await open();
    const went = [0, 1, 2].map((process) => ask(limiterOn(store)(clock, process), 100));
    await clock.run(0);
    expect(went.flat()).toHaveLength(20);
    await clock.run(9_999);
    expect(went.flat().length).toBeLessThanOrEqual(39);
    expect(went.flat().length).toBeGreaterThanOrEqual(36);
    expect(Math.min(...went.map(({ length }) => length))).toBeGreaterThan(3);
  });

  test('a 429 of one stops the others', async () => {
    const { clock, store, limiterOn, ask } = await open();
    const [one, other] = [limiterOn(store)(clock, 0), limiterOn(store)(clock, 1)];
    one.report('write', { kind: 'limited', retryAfter: 30 });
    await clock.run(1);
    const went = ask(other, 1);
    await clock.run(2 * MINUTE);
    expect(went[0]).toBeGreaterThanOrEqual(30 * SECOND);
    expect(went[0]).toBeLessThan(34 * SECOND);
  });

  test('one probe asks for all of them whether the service is well, and what it finds opens the way of all', async () => {
    const { clock, store, limiterOn, ask, probes } = await open();
    const all = [0, 1, 2].map((process) => limiterOn(store)(clock, process));
    all[0]?.report('write', { kind: 'unreachable' });
    await clock.run(1);
    const went = all.map((limiter) => ask(limiter, 1));
    await clock.run(29 * SECOND);
    expect(all.map((limiter) => limiter.isOpen())).toEqual([false, false, false]);
    await clock.run(40 * SECOND);
    expect(probes).toHaveLength(1);
    expect(went.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test('five unclear outcomes in a row open the breaker, whichever process has them', async () => {
    const { clock, store, limiterOn } = await open();
    const all = [0, 1, 2, 3, 4].map((process) => limiterOn(store)(clock, process));
    for (const limiter of all) {
      expect(limiter.figures().breaker).toBe('closed');
      limiter.report('write', { kind: 'unclear' });
      await clock.run(clock.monotonic() + 1);
    }
    expect(all[4]?.figures().breaker).toBe('open');
  });

  test('a restart keeps the rate, the stop of a 429 and an open breaker', async () => {
    const { clock, store, reopen, limiterOn, ask } = await open();
    const before = limiterOn(store)(clock, 0);
    for (let number = 0; number < 4; number += 1) {
      before.report('write', { kind: 'limited', retryAfter: 100 });
      await clock.run((number + 1) * 6 * SECOND);
    }
    before.report('write', { kind: 'unreachable' });
    await clock.run(clock.monotonic() + 1);
    const { rate, blockedUntil } = before.figures();
    expect(rate).toBeCloseTo(2 * 0.85 ** 4);
    const after = limiterOn(await reopen())(clock, 1);
    await clock.run(clock.monotonic() + 1);
    expect(after.figures()).toMatchObject({ rate, breaker: 'open' });
    const went = ask(after, 1, 'read');
    await clock.run(5 * MINUTE);
    expect(went[0]).toBeGreaterThanOrEqual(Math.floor(blockedUntil));
  });

  test('what is written over a version that is there no more is not written', async () => {
    const { clock, store, limiterOn } = await open();
    limiterOn(store)(clock, 0);
    await clock.run(1);
    const { shared, version } = await store.read(acme);
    const { account, members } = shared;
    if (account === null) throw new Error('There is no account.');
    const changed = {
      account: { ...account, rate: 3.25, tokens: -0.5, isWanted: true, downAt: began },
      members,
    };
    expect(
      await Promise.all([store.write(acme, version, changed), store.write(acme, version, changed)]),
    ).toContain(false);
    expect(await store.read(acme)).toMatchObject({ shared: changed, version: version + 1 });
    expect(await store.write(acme, 0, changed)).toBe(false);
  });
});

test('control: three limiters with an account each start as three', async () => {
  const { clock, random, ask } = createScene();
  const went = [0, 1, 2].map(() => ask(makeLearnedRateLimiter(random)(clock), 100));
  await clock.run(9_999);
  expect(went.flat().length).toBeGreaterThan(100);
});

describe.each([
  ['refuses', () => Promise.reject(new Error('The store is away.'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('a store that %s', (_name, fault) => {
  /** Three processes have been at work, and then their store is gone. */
  async function lose() {
    const scene = createScene();
    const store = createMemoryRates(scene.now);
    const all = [0, 1, 2].map((process) => scene.limiterOn(store)(scene.clock, process));
    await scene.clock.run(SECOND);
    for (const limiter of all) scene.ask(limiter, 20);
    await scene.clock.run(30 * SECOND);
    scene.failWith(fault);
    return { ...scene, all };
  }

  test('stops nothing: each process goes on at its part of the last known rate, and never at more', async () => {
    const { clock, ask, all } = await lose();
    const rate = all[0]?.figures().rate ?? 0;
    const went = all.map((limiter) => ask(limiter, 100));
    await clock.run(90 * SECOND);
    for (const times of went) {
      expect(times.length).toBeGreaterThan(10);
      const seconds = ((times.at(-1) ?? 0) - (times[4] ?? 0)) / SECOND;
      expect((times.length - 5) / seconds).toBeLessThanOrEqual(rate / 3 + 0.01);
    }
  });

  test('is told of a 429 when it is back', async () => {
    const { clock, ask, all, failWith } = await lose();
    const [one, other] = all;
    if (one === undefined || other === undefined) throw new Error('There are three.');
    ask(one, 1);
    await clock.run(34 * SECOND);
    one.report('write', { kind: 'limited', retryAfter: 60 });
    failWith(null);
    ask(one, 1);
    await clock.run(40 * SECOND);
    const went = ask(other, 1);
    await clock.run(3 * MINUTE);
    expect(went[0]).toBeGreaterThanOrEqual(94 * SECOND);
  });
});
