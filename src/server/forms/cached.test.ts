import { expect, test } from 'vitest';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { createCache, createJudge, createPatience, type Failure, type Loading } from './form-cache.ts';
import { memoryTrees } from './memory-trees.support.ts';

const MINUTE = 60_000;
const down = (error: ServiceError): Outcome<string, Failure> => failure({ kind: 'down', error });

function scene(trees = memoryTrees()) {
  const clock = createVirtualClock({ began: Date.UTC(2024) });
  let reply: Outcome<string, Failure> = success('first');
  let released: Promise<void> = Promise.resolve();
  let reads = 0;
  const cache = createCache<string, string>(
    {
      most: 10,
      keyOf: (name) => [tenant('t'), name],
      async read() {
        reads += 1;
        const own = reply;
        await released;
        return own;
      },
      restore: (json) => JSON.parse(json),
    },
    { trees, now: clock.now },
  );
  return {
    clock,
    trees,
    reads: () => reads,
    answer: (next: Outcome<string, Failure>) => {
      reply = next;
    },
    /** Makes the service wait with its replies until the returned function is called. */
    hang() {
      let letGo = () => {};
      released = new Promise((resolve) => {
        letGo = resolve;
      });
      return () => letGo();
    },
    pass: (milliseconds: number) => clock.run(clock.monotonic() + milliseconds),
    async load(more: Partial<Loading> = {}, name = 'a') {
      const { value, failure: why } = await cache.load(name, { patience: createPatience(clock), ...more });
      return value ?? why?.kind ?? 'nothing';
    },
    receipt: () => createPatience(clock, { isForReceipt: true }),
  };
}

test('one read serves all simultaneous requests and those of the next minute', async () => {
  const it = scene();
  expect(await Promise.all([it.load(), it.load(), it.load()])).toEqual(['first', 'first', 'first']);
  await it.pass(MINUTE);
  expect([await it.load(), it.reads()]).toEqual(['first', 1]);
});

test('after a minute the old value is shown while one read fetches the new one', async () => {
  const it = scene();
  await it.load();
  it.answer(success('second'));
  await it.pass(MINUTE + 1);
  const shown = [1, 2, 3].map(() => it.load({ maxAge: 10 * MINUTE }));
  expect(await Promise.all(shown)).toEqual(['first', 'first', 'first']);
  await expect.poll(() => it.load()).toBe('second');
  expect(it.reads()).toBe(2);
});

test('the last good value is used while the service is down, with one attempt in five seconds', async () => {
  const it = scene();
  await it.load();
  it.answer(down({ kind: 'unreachable' }));
  await it.pass(11 * MINUTE);
  expect([await it.load(), await it.load(), it.reads()]).toEqual(['first', 'first', 2]);
  it.answer(success('second'));
  await it.pass(5_001);
  expect(await it.load()).toBe('second');
});

test('without a good value there is one attempt a second', async () => {
  const it = scene();
  it.answer(down({ kind: 'unreachable' }));
  expect([await it.load(), await it.load(), it.reads()]).toEqual(['down', 'down', 1]);
  await it.pass(1_001);
  expect([await it.load(), it.reads()]).toEqual(['down', 2]);
});

test('a service that sends Retry-After is not asked before that time', async () => {
  const it = scene();
  it.answer(down({ kind: 'rate_limited', retryAfter: 30 }));
  await it.load();
  it.answer(success('first'));
  await it.pass(29_000);
  expect(await it.load()).toBe('down');
  await it.pass(1_001);
  expect(await it.load()).toBe('first');
});

test('the last good value survives a restart until the next read', async () => {
  const before = scene();
  await before.load();
  const after = scene(before.trees);
  after.answer(down({ kind: 'unreachable' }));
  expect(await after.load()).toBe('first');
  after.answer(success('second'));
  await after.pass(5_001);
  expect(await after.load()).toBe('second');
});

test('a value that the service no longer has is dropped and asked for again after five seconds', async () => {
  const it = scene();
  await it.load();
  it.answer(failure({ kind: 'absent' }));
  await it.pass(MINUTE + 1);
  expect([await it.load(), await it.load(), it.reads()]).toEqual(['absent', 'absent', 2]);
  await it.pass(5_001);
  expect([await it.load(), it.reads()]).toEqual(['absent', 3]);
  const after = scene(it.trees);
  after.answer(down({ kind: 'timeout' }));
  expect(await after.load()).toBe('down');
});

test('while the service is known to be down, the old value is used without waiting', async () => {
  const it = scene();
  await it.load();
  await it.pass(MINUTE + 1);
  it.hang();
  const patience = createPatience(it.clock, { isDown: true });
  expect([await it.load({ patience }), patience.isSpent()]).toEqual(['first', true]);
  await giveTurn();
});

test.each<[ServiceError, boolean, Failure['kind']]>([
  [{ kind: 'not_found' }, true, 'absent'],
  [{ kind: 'forbidden' }, true, 'undisclosed'],
  [{ kind: 'forbidden' }, false, 'down'],
  [{ kind: 'bad_document', status: 404 }, true, 'undisclosed'],
  [{ kind: 'bad_document', status: 502 }, true, 'down'],
  [{ kind: 'timeout' }, true, 'down'],
])('the error %j, with an answer to a probe: %s, means %s', async (error, answers, kind) => {
  const judge = createJudge(Date.now);
  const service = { probe: async () => (answers ? success(null) : failure(error)) };
  expect(await judge({ id: tenant('t'), service }, error)).toMatchObject({ kind });
});
