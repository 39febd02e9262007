/** A lease ends soon after its process is killed, and lasts as long as a slow request. */
import { describe, expect, test } from 'vitest';
import { LARGEST_BODY, writeLimitOf } from '../service/send-request.ts';
import { defaultRules, type LedgerDependencies, timesOf } from './dependencies.ts';
import { answer, createScene, key, never, pass, type Scene, send, submission } from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';

const SECOND = 1_000;
/** Milliseconds after which even the largest write is abandoned. */
const LONGEST_POST = writeLimitOf(LARGEST_BODY, 15 * SECOND);
const twoAnswers = submission([answer('1'), answer('2')]);

/** Lets a process lease once, as a process that was killed or is busy leases nothing more. */
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

/** A scene whose first answer takes so many milliseconds, which is within the limit of a POST. */
function slowScene(milliseconds: number): Scene {
  const scene = createScene();
  scene.service.limitOf = () => LONGEST_POST;
  scene.service.before = (request) => scene.clock.sleep(request === '1' ? milliseconds : 0);
  return scene;
}

/** Milliseconds from the kill of the process that has the submission until another one has it. */
async function takenOverAfter(killedAt: number, rules: Partial<LedgerDependencies['rules']> = {}) {
  const scene = slowScene(LONGEST_POST);
  let isKilled = false;
  const renew: LedgerStore['renew'] = (...wish) => (isKilled ? never() : scene.store.renew(...wish));
  const lease = takesOnce(scene);
  start(scene, 'one', { store: { ...scene.store, renew, lease }, rules: { ...defaultRules, ...rules } });
  await send(scene, twoAnswers, killedAt);
  start(scene, 'two');
  expect(await ownerOf(scene)).toBe('one');
  isKilled = true;
  const from = scene.clock.monotonic();
  while ((await ownerOf(scene)) === 'one') await pass(scene, SECOND / 4);
  return scene.clock.monotonic() - from;
}

describe('the submission of a killed process', () => {
  const moments = [1, 9, 45].map((seconds) => seconds * SECOND);

  test.each(moments)(
    'passes to another process within half a minute when the kill comes %d ms after the lease',
    async (moment) => {
      expect(await takenOverAfter(moment)).toBeLessThanOrEqual(30 * SECOND);
    },
  );

  test('control: waits longer with a lease of eight times the limit of a POST', async () => {
    const { lingerFor } = timesOf(15);
    expect(await takenOverAfter(SECOND, { leaseFor: lingerFor })).toBeGreaterThan(100 * SECOND);
  });
});

describe('a POST that takes longer than a lease', () => {
  const deliver = async (change: (scene: Scene) => Partial<LedgerStore>) => {
    const scene = slowScene(LONGEST_POST - SECOND);
    start(scene, 'one', { store: { ...scene.store, lease: takesOnce(scene), ...change(scene) } });
    await send(scene, twoAnswers, SECOND);
    start(scene, 'two');
    await pass(scene, 399 * SECOND);
    const owner = await ownerOf(scene);
    await pass(scene, 3_600 * SECOND);
    return { owner, delivered: scene.service.answers.map(({ question }) => question) };
  };

  test('keeps its lease by renewing it', async () => {
    expect(await deliver(() => ({}))).toEqual({ owner: 'one', delivered: ['1', '2'] });
  });

  test('control: loses its lease to another process without renewals', async () => {
    const { owner, delivered } = await deliver(() => ({ renew: async () => true }));
    expect(owner).not.toBe('one');
    expect(delivered).toEqual(['2', '1']);
  });
});
