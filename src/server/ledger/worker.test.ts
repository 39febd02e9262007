import { describe, expect, test } from 'vitest';
import { subject, tenant } from '../../core/model/ids.ts';
import type { SubmissionToAccept } from '../ports.ts';
import {
  answer,
  createScene,
  file,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  started,
  states,
  submission,
  unlimited,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';

const DAY = 24 * HOUR;

const submissionOf = (name: string, answers: number): SubmissionToAccept =>
  submission(
    Array.from({ length: answers }, (_, index) => answer(`${name}${index}`)),
    { key: { tenant: key.tenant, subject: subject(name) } },
  );

/** Records the largest number of simultaneous requests. */
function watch({ service, clock }: Scene): { most: number } {
  const seen = { most: 0 };
  let underWay = 0;
  service.before = async () => {
    underWay += 1;
    seen.most = Math.max(seen.most, underWay);
    await clock.sleep(100);
    underWay -= 1;
  };
  return seen;
}

test.each([
  ['for a moment is sent later', 5, '9 delivered'],
  ['for a long time is parked for the operator', 50, '9 parked given_up'],
])('a file that is unreadable %s', async (_name, times, state) => {
  const scene = started();
  scene.service.fates.push(...Array.from({ length: times }, () => ({ kind: 'unreadable_file' }) as const));
  await send(scene, submission([file('9', 'a')]), HOUR);
  expect(await states(scene)).toEqual([state]);
});

describe('the worker', () => {
  test('limits the submissions that are under way at once', async () => {
    const scene = createScene({ leasedSubmissions: 3 });
    const seen = watch(scene);
    scene.ledger.start();
    for (let name = 0; name < 10; name += 1) await scene.ledger.accept(submissionOf(`s${name}`, 5), 0);
    await pass(scene, HOUR);
    expect(seen.most).toBe(3);
    expect(scene.service.answers).toHaveLength(50);
  });

  test('lets a short submission overtake a long one', async () => {
    const scene = createScene({ leasedSubmissions: 1, quantum: 4 });
    watch(scene);
    scene.ledger.start();
    await scene.ledger.accept(submissionOf('long', 20), 0);
    await pass(scene, 150);
    await scene.ledger.accept(submissionOf('short', 2), 0);
    await pass(scene, HOUR);
    const posts = scene.service.requests.filter((request) => request !== 'read');
    expect(posts.indexOf('short1')).toBeLessThan(8);
    expect(posts).toHaveLength(22);
  });

  test('continues for other tenants while the service of one tenant is down', async () => {
    const otherTenant = tenant('other');
    let isOpen = false;
    const scene = createScene({}, { tenants: [key.tenant, otherTenant] });
    const rateLimiterOf = (name: string) =>
      name === otherTenant ? unlimited : { ...unlimited, isOpen: () => isOpen };
    const ledger = createLedger({ ...scene.dependencies, rateLimiterOf });
    ledger.start();
    await ledger.accept(submissionOf('mine', 1), 0);
    await ledger.accept(
      { ...submissionOf('theirs', 1), key: { tenant: otherTenant, subject: subject('theirs') } },
      0,
    );
    await pass(scene, HOUR);
    expect(scene.service.answers.map(({ question }) => question)).toEqual(['theirs0']);
    isOpen = true;
    await pass(scene, HOUR);
    expect(scene.service.answers).toHaveLength(2);
  });
});

describe('the drain', () => {
  test('waits for the request that is under way, and starts no other', async () => {
    const scene = started();
    scene.service.takes = 1_000;
    await send(scene, submission([answer('1'), answer('2')]), 1_500);
    const drained = scene.ledger.drain(10_000);
    await pass(scene, 5_000);
    await drained;
    expect(await states(scene)).toEqual(['1 delivered', '2 queued']);
    expect((await scene.store.find(key))?.leaseOwner).toBeNull();
  });

  test('ends after its time limit, and the next process reads back what it left', async () => {
    const scene = started();
    scene.service.fates.push('stored', 'reply lost');
    await send(scene, submission([answer('1'), answer('2')]), 500);
    let isOver = false;
    const drained = scene.ledger.drain(1_000).then(() => {
      isOver = true;
    });
    await pass(scene, 1_100);
    expect(isOver).toBe(true);
    await drained;
    createLedger({ ...scene.dependencies, owner: 'two' }).start();
    await pass(scene, HOUR);
    expect(scene.service.answers).toHaveLength(2);
    expect(await states(scene)).toEqual(['1 delivered', '2 delivered']);
  });
});

describe('retention', () => {
  test('wipes what was not delivered in seven days, after a warning', async () => {
    const scene = createScene({}, { rateLimiterOf: () => ({ ...unlimited, isOpen: () => false }) });
    await scene.ledger.accept(submission([answer('1'), file('9', 'a')]), 0);
    /** Starts a process after so much time, because each one sweeps at its start. */
    const sweepAfter = async (milliseconds: number) => {
      await pass(scene, milliseconds);
      const ledger = createLedger(scene.dependencies);
      ledger.start();
      await pass(scene, 100);
      await ledger.drain(0);
    };
    await sweepAfter(5 * DAY);
    expect(scene.logged).toEqual([]);
    await sweepAfter(1.5 * DAY);
    expect(new Set(scene.logged)).toEqual(new Set(['wipe_soon']));
    expect(await states(scene)).toEqual(['1 queued', '9 queued']);
    await sweepAfter(DAY);
    expect(await states(scene)).toEqual(['1 parked given_up', '9 parked given_up']);
    expect(scene.logged).toContain('wiped');
    expect(scene.files.released).toEqual(['a']);
    await sweepAfter(30 * DAY);
    expect(await scene.store.find(key)).toBeNull();
  });
});

test('the audit counts and logs duplicate and missing answers', async () => {
  const scene = started();
  await send(scene, submission([answer('1'), answer('2'), answer('3')]));
  const [first, , third] = scene.service.answers;
  scene.service.answers.push(
    ...[first, first].flatMap((copy, index) =>
      copy === undefined ? [] : [{ ...copy, id: `copy ${index}` }],
    ),
  );
  scene.service.answers.splice(third === undefined ? 0 : scene.service.answers.indexOf(third), 1);
  await pass(scene, HOUR);
  expect(scene.counted).toContain('audited 2 1');
  expect(scene.logged).toEqual(['duplicates_observed', 'missing_observed']);
});
