/** How long a lease lasts: what a killed process held is soon taken up, and what takes longer is kept. */
import { describe, expect, test } from 'vitest';
import { LARGEST_BODY, writeLimitOf } from '../service/send-request.ts';
import { defaultRules, type LedgerDependencies, timesOf } from './dependencies.ts';
import { answer, createScene, key, never, pass, type Scene, send, submission } from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';

const SECOND = 1_000;
/** Milliseconds that the largest write takes at the most. */
const LONGEST_POST = writeLimitOf(LARGEST_BODY, 15 * SECOND);
const both = submission([answer('1'), answer('2')]);

/** Of a process that takes up nothing more, as one that was killed or is busy: what it has in hand it had before. */
function takesOnce({ store }: Scene): LedgerStore['lease'] {
  let hasTaken = false;
  return async (wish) => {
    const found = hasTaken ? [] : await store.lease(wish);
    hasTaken ||= found.length > 0;
    return found;
  };
}

/** One more process on the same store and the same service. */
function start(scene: Scene, owner: string, change: Partial<LedgerDependencies> = {}): void {
  createLedger({ ...scene.dependencies, owner, ...change }).start();
}

const ownerOf = async ({ store }: Scene) => (await store.find(key))?.leaseOwner;

/** The first answer takes so many milliseconds; the service is given up no earlier. */
function slowScene(milliseconds: number): Scene {
  const scene = createScene();
  scene.service.limitOf = () => LONGEST_POST;
  scene.service.before = (asked) => scene.clock.sleep(asked === '1' ? milliseconds : 0);
  return scene;
}

/** Milliseconds from the kill of the process that has the submission until another one has it. */
async function takenOverAfter(killedAt: number, rules: Partial<LedgerDependencies['rules']> = {}) {
  const scene = slowScene(LONGEST_POST);
  let isKilled = false;
  const renew: LedgerStore['renew'] = (...wish) => (isKilled ? never() : scene.store.renew(...wish));
  const lease = takesOnce(scene);
  start(scene, 'one', { store: { ...scene.store, renew, lease }, rules: { ...defaultRules, ...rules } });
  await send(scene, both, killedAt);
  start(scene, 'two');
  expect(await ownerOf(scene)).toBe('one');
  isKilled = true;
  const from = scene.clock.monotonic();
  while ((await ownerOf(scene)) === 'one') await pass(scene, SECOND / 4);
  return scene.clock.monotonic() - from;
}

describe('what a killed process held', () => {
  const moments = [1, 9, 45].map((seconds) => seconds * SECOND);

  test.each(moments)('%d ms after it was taken is with another within half a minute', async (moment) => {
    expect(await takenOverAfter(moment)).toBeLessThanOrEqual(30 * SECOND);
  });

  test('control: a lease of eight times the limit of a POST keeps it from them for longer', async () => {
    const { lingerFor } = timesOf(15);
    expect(await takenOverAfter(SECOND, { leaseFor: lingerFor })).toBeGreaterThan(100 * SECOND);
  });
});

describe('a POST that takes longer than a lease', () => {
  const deliver = async (change: (scene: Scene) => Partial<LedgerStore>) => {
    const scene = slowScene(LONGEST_POST - SECOND);
    start(scene, 'one', { store: { ...scene.store, lease: takesOnce(scene), ...change(scene) } });
    await send(scene, both, SECOND);
    start(scene, 'two');
    await pass(scene, 399 * SECOND);
    const owner = await ownerOf(scene);
    await pass(scene, 3_600 * SECOND);
    return { owner, held: scene.service.held.map(({ question }) => question) };
  };

  test('keeps it', async () => {
    expect(await deliver(() => ({}))).toEqual({ owner: 'one', held: ['1', '2'] });
  });

  test('control: without renewals another process has it meanwhile', async () => {
    const { owner, held } = await deliver(() => ({ renew: async () => true }));
    expect(owner).not.toBe('one');
    expect(held).toEqual(['2', '1']);
  });
});
