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

function createScene(trees = memoryTrees()) {
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
        const current = reply;
        await released;
        return current;
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
    /** From now on the service does not reply. */
    hang() {
      released = new Promise(() => undefined);
    },
    pass: (milliseconds: number) => clock.run(clock.monotonic() + milliseconds),
    async load(more: Partial<Loading> = {}) {
      const { value, failure: why } = await cache.load('a', { patience: createPatience(clock), ...more });
      return value ?? why?.kind ?? 'nothing';
    },
  };
}

test('one read serves all simultaneous requests and those of the next minute', async () => {
  const scene = createScene();
  expect(await Promise.all([scene.load(), scene.load(), scene.load()])).toEqual(['first', 'first', 'first']);
  await scene.pass(MINUTE);
  expect([await scene.load(), scene.reads()]).toEqual(['first', 1]);
});

test('after a minute the old value is shown while one read fetches the new one', async () => {
  const scene = createScene();
  await scene.load();
  scene.answer(success('second'));
  await scene.pass(MINUTE + 1);
  const shown = [1, 2, 3].map(() => scene.load({ maxAge: 10 * MINUTE }));
  expect(await Promise.all(shown)).toEqual(['first', 'first', 'first']);
  await expect.poll(() => scene.load()).toBe('second');
  expect(scene.reads()).toBe(2);
});

test('the last good value is used while the service is down, with one attempt in five seconds', async () => {
  const scene = createScene();
  await scene.load();
  scene.answer(down({ kind: 'unreachable' }));
  await scene.pass(11 * MINUTE);
  expect([await scene.load(), await scene.load(), scene.reads()]).toEqual(['first', 'first', 2]);
  scene.answer(success('second'));
  await scene.pass(5_001);
  expect(await scene.load()).toBe('second');
});

test('without a good value there is one attempt a second', async () => {
  const scene = createScene();
  scene.answer(down({ kind: 'unreachable' }));
  expect([await scene.load(), await scene.load(), scene.reads()]).toEqual(['down', 'down', 1]);
  await scene.pass(1_001);
  expect([await scene.load(), scene.reads()]).toEqual(['down', 2]);
});

test('a service that sends Retry-After is not asked before that time', async () => {
  const scene = createScene();
  scene.answer(down({ kind: 'rate_limited', retryAfter: 30 }));
  await scene.load();
  scene.answer(success('first'));
  await scene.pass(29_000);
  expect(await scene.load()).toBe('down');
  await scene.pass(1_001);
  expect(await scene.load()).toBe('first');
});

test('the last good value survives a restart until the next read', async () => {
  const before = createScene();
  await before.load();
  const after = createScene(before.trees);
  after.answer(down({ kind: 'unreachable' }));
  expect(await after.load()).toBe('first');
  after.answer(success('second'));
  await after.pass(5_001);
  expect(await after.load()).toBe('second');
});

test('a value that the service no longer has is dropped and asked for again after five seconds', async () => {
  const scene = createScene();
  await scene.load();
  scene.answer(failure({ kind: 'absent' }));
  await scene.pass(MINUTE + 1);
  expect([await scene.load(), await scene.load(), scene.reads()]).toEqual(['absent', 'absent', 2]);
  await scene.pass(5_001);
  expect([await scene.load(), scene.reads()]).toEqual(['absent', 3]);
  const after = createScene(scene.trees);
  after.answer(down({ kind: 'timeout' }));
  expect(await after.load()).toBe('down');
});

test('while the service is known to be down, the old value is used without waiting', async () => {
  const scene = createScene();
  await scene.load();
  await scene.pass(MINUTE + 1);
  scene.hang();
  const patience = createPatience(scene.clock, { isDown: true });
  expect([await scene.load({ patience }), patience.isSpent()]).toEqual(['first', true]);
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
