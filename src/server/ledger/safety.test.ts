/** Tests the safety mechanisms. Each control switches one off, to prove that its test can fail. */
import { describe, expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { subject } from '../../core/model/ids.ts';
import type { SubmissionToAccept } from '../ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { LIMIT, toServiceAnswer } from './fake-service.support.ts';
import type { GatewayError } from './http-gateway.ts';
import {
  answer,
  createScene,
  delivered,
  firstSubmission,
  HOUR,
  key,
  never,
  pass,
  type Scene,
  send,
  started,
  states,
  submission,
  tenantOne,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';

const otherKey = { tenant: tenantOne, subject: subject('other') };

const copiesOf = ({ service }: Scene, question = '1'): number =>
  service.answers.filter((answer) => answer.question === question).length;

const postsOf = ({ service }: Scene, question = '1'): number =>
  service.requests.filter((request) => request === question).length;

/** A process that stalls as a whole: it renews no lease and takes no new one. */
const stalling = ({ store }: Scene): Pick<LedgerStore, 'renew' | 'lease'> => {
  let isStalled = false;
  return {
    renew: never,
    async lease(wish) {
      if (isStalled) return [];
      const found = await store.lease(wish);
      isStalled = found.length > 0;
      return found;
    },
  };
};

/** Starts another process on the same store, as after a restart. */
function join(scene: Scene, owner: string, change: Partial<LedgerDependencies> = {}): Scene {
  const ledger = createLedger({ ...scene.dependencies, owner, ...change });
  ledger.start();
  return { ...scene, ledger };
}

describe('the quiet time', () => {
  test.each([
    ['waits for an answer that the service stores late', 60_000, 1],
    ['control: an answer arrives twice without it', 0, 2],
  ])('%s', async (_name, reconcileDelay, copies) => {
    const scene = started({ reconcileDelay });
    scene.service.fates.push({ late: 40_000 });
    await send(scene, submission([answer('1')]), HOUR);
    expect(copiesOf(scene)).toBe(copies);
    expect(await states(scene)).toEqual(['1 delivered']);
  });
});

describe('the learned quiet time of a service', () => {
  test.each([
    ['survives the process that learned it', true, 1],
    ['control: an answer arrives twice when the store forgets it', false, 2],
  ])('%s', async (_name, keeps, copies) => {
    const scene = createScene({ reconcileDelay: 10_000 });
    const forgetful: LedgerStore = { ...scene.store, learnReconcileDelay: async () => undefined };
    const first = join(scene, 'first', keeps ? {} : { store: forgetful });
    scene.service.fates.push({ late: 20_000 });
    await send(first, submission([answer('2')]), HOUR);
    const ended = first.ledger.drain(HOUR);
    await pass(scene, 1);
    await ended;
    const second = join(scene, 'second');
    scene.service.fates.push({ late: 70_000 });
    const next = { tenant: tenantOne, subject: subject('next') };
    await send(second, submission([answer('1')], { key: next }), HOUR);
    expect(copiesOf(scene)).toBe(copies);
  });
});

describe('the read-back before a repeat', () => {
  test.each([
    ['finds an answer whose reply was lost', false, ['1', '2'], 1],
    ['is not trusted when it hides an answer that was delivered', true, ['1', '2'], 1],
    [
      'control: an answer arrives twice when the service hides everything and nothing was delivered',
      true,
      ['1'],
      2,
    ],
  ])('%s', async (_name, hides, questions, copies) => {
    const scene = started();
    scene.service.hides = hides;
    scene.service.fates.push('reply lost');
    await send(scene, submission(questions.map((question) => answer(question))), HOUR);
    expect(questions.map((question) => copiesOf(scene, question))).toEqual(
      [copies, 1].slice(0, questions.length),
    );
  });
});

describe('the mark before a POST', () => {
  test.each([
    ['shows the next process after a crash what was sent', false, 1],
    ['control: an answer arrives twice when the mark is not stored', true, 2],
  ])('%s', async (_name, isForgetful, copies) => {
    const scene = createScene();
    const life = { isOver: false };
    const mark: LedgerStore['mark'] = async (lease, item, look) => {
      if (!isForgetful) return scene.store.mark(lease, item, look);
      const found = (await scene.store.find(lease.key))?.items[0];
      return found === undefined ? null : { ...found, state: 'sending', version: found.version + 1 };
    };
    const first = join(scene, 'one', {
      store: { ...scene.store, mark },
      clock: {
        ...scene.clock,
        sleep: (time, signal) =>
          scene.clock.sleep(time, signal).then(() => (life.isOver ? never() : undefined)),
      },
      gatewayOf: () => ({
        ...scene.service,
        async sendAnswer(...given) {
          await scene.service.sendAnswer(...given);
          life.isOver = true;
          return never();
        },
      }),
    });
    await send(first, submission([answer('1')]), 10_000);
    expect(life.isOver).toBe(true);
    join(scene, 'two');
    await pass(scene, HOUR);
    expect(copiesOf(scene)).toBe(copies);
    expect(await states(scene)).toEqual(['1 delivered']);
  });
});

describe('the time limit between mark and POST', () => {
  test.each([
    ['stops a process that stalled in between', 1_000, 1],
    ['control: an answer arrives twice without it', Number.POSITIVE_INFINITY, 2],
  ])('%s', async (_name, freshness, copies) => {
    const scene = createScene({ freshness });
    const mark: LedgerStore['mark'] = async (lease, item, look) => {
      const marked = await scene.store.mark(lease, item, look);
      if (scene.clock.monotonic() < HOUR) await scene.clock.sleep(HOUR);
      return marked;
    };
    const first = join(scene, 'one', { store: { ...scene.store, ...stalling(scene), mark } });
    await send(first, submission([answer('1')]), 10_000);
    join(scene, 'two');
    await pass(scene, 2 * HOUR);
    expect(copiesOf(scene)).toBe(copies);
  });
});

describe('the version of an item', () => {
  test.each([
    ['keeps a stalled process from marking a changed item', false, 1],
    ['control: an answer arrives twice when the mark checks neither version nor lease', true, 2],
  ])('%s', async (_name, isUnchecked, copies) => {
    const scene = createScene();
    const mark: LedgerStore['mark'] = async (lease, item, look) => {
      const found = (await scene.store.find(lease.key))?.items[0];
      if (!isUnchecked || found === undefined) return scene.store.mark(lease, item, look);
      return { ...found, state: 'sending' };
    };
    const acquire = () => scene.clock.sleep(scene.service.requests.includes('read') ? HOUR : 0);
    const slow = { ...scene.dependencies.rateLimiterOf(tenantOne), acquire };
    const first = join(scene, 'one', {
      store: { ...scene.store, ...stalling(scene), mark },
      rateLimiterOf: () => slow,
    });
    await send(first, submission([answer('1')]), 10_000);
    join(scene, 'two');
    await pass(scene, 2 * HOUR);
    expect(copiesOf(scene)).toBe(copies);
  });
});

describe('the lease of a submission', () => {
  const busiest = async (isShared: boolean) => {
    const scene = createScene();
    let [underWay, most] = [0, 0];
    scene.service.before = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await scene.clock.sleep(50);
      underWay -= 1;
    };
    const names = ['1', '2', '3', '4', '5', '6'];
    const all = submission(names.map((name) => answer(name)));
    await scene.ledger.accept(all, 0);
    let taken = false;
    // Control: the second process takes the lease of the first as its own.
    const take: LedgerStore['lease'] = async ({ duration }) => {
      const found = await scene.store.find(key);
      const isOpen = found?.settledAt === null && !taken;
      taken ||= found !== null;
      return found === null || !isOpen ? [] : [{ ...found, leaseUntil: found.acceptedAt + duration }];
    };
    join(scene, 'one');
    await pass(scene, 20);
    join(scene, isShared ? 'one' : 'two', isShared ? { store: { ...scene.store, lease: take } } : {});
    await pass(scene, HOUR);
    expect(names.map((name) => copiesOf(scene, name))).toEqual(names.map(() => 1));
    return most;
  };

  test('allows one request at a time', async () => expect(await busiest(false)).toBe(1));
  test('control: requests overlap without it', async () => expect(await busiest(true)).toBeGreaterThan(1));
});

test('an answer that never arrives is parked after eight tries without delaying others', async () => {
  const scene = started();
  scene.service.before = async (request) => {
    if (request === '1') scene.service.fates.unshift('request lost');
  };
  await send(scene, submission([answer('1'), answer('2'), answer('3<1')]), 2 * HOUR);
  expect(await states(scene)).toEqual(['1 parked unclear', '2 delivered', '3 held']);
  expect(postsOf(scene)).toBe(8);
});

test.each([
  ['park', '1 parked unclear', 1],
  ['resend', '1 delivered', 2],
] as const)('follows the setting "%s" when the service cannot be read back', async (policy, state, posts) => {
  const scene = started({ withoutReadBack: () => policy });
  scene.service.fates.push('request lost');
  scene.service.reads.push(...Array.from({ length: 9 }, () => ({ kind: 'impossible' }) as const));
  await send(scene, submission([answer('1')]), HOUR);
  expect(await states(scene)).toEqual([state]);
  expect(postsOf(scene)).toBe(posts);
});

test.each<readonly [string, SubmissionToAccept, ServiceError, readonly string[]]>([
  ['an answer', submission([answer('1')]), { kind: 'unreachable' }, ['read', '1', '1']],
  ['an answer', submission([answer('1')]), { kind: 'rate_limited', retryAfter: 7 }, ['read', '1', '1']],
  ['an answer', submission([answer('1')]), { kind: 'unauthorized' }, ['read', '1', '1']],
  ['an application', firstSubmission([]), { kind: 'forbidden' }, ['application', 'application']],
  [
    'an application',
    firstSubmission([]),
    { kind: 'rate_limited', retryAfter: 7 },
    ['application', 'application'],
  ],
])(
  'repeats %s that was certainly not stored, without reading back and without a limit: %o',
  async (_name, sent, error, requests) => {
    const scene = started();
    scene.service.fates.push(error);
    await send(scene, sent, 60_000);
    expect(scene.service.requests).toEqual(requests);
    expect((await states(scene)).every((state) => state.endsWith('delivered'))).toBe(true);
    scene.service.fates.push(...Array.from({ length: 20 }, () => error));
    await send(scene, { ...sent, key: otherKey }, 12 * HOUR);
    expect((await scene.store.find(otherKey))?.items[0]).toMatchObject({
      state: 'delivered',
      unclearPosts: 0,
    });
  },
);

describe('an application whose creation is unclear', () => {
  test.each([
    ['is found by our reference', 'reply lost', 1],
    ['is created again when the service does not have it', 'request lost', 2],
    ['is found when the service creates it after the first read-back', { late: 90_000 }, 2],
  ] as const)('%s', async (_name, fate, posts) => {
    const scene = started();
    scene.service.fates.push(fate);
    const { makeApplication } = scene.service;
    scene.service.makeApplication = async (...given) => {
      if (!scene.service.applications.has(given[2])) return makeApplication(...given);
      scene.service.requests.push('application');
      return failure({ kind: 'invalid', pointers: [], members: ['external_system_reference'] });
    };
    await send(scene, firstSubmission([answer('1')]), LIMIT);
    expect(await states(scene)).toEqual(['application sending', '1 queued']);
    await pass(scene, 30_000);
    expect(await states(scene)).toEqual(['application checking', '1 queued']);
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(delivered('application', '1'));
    expect([postsOf(scene, 'application'), scene.service.applications.size]).toEqual([posts, 1]);
  });
});

describe('an answer that exists before the first POST', () => {
  test('counts as delivered with the same value, and as a conflict with another', async () => {
    const scene = started();
    scene.service.answers.push(
      ...[answer('1'), answer('2')].map((given, index) => toServiceAnswer(given, index, 0)),
    );
    const changed = { ...answer('2'), value: { kind: 'text', text: 'other' } } as const;
    await send(scene, submission([answer('1'), changed, answer('3')]), HOUR);
    expect(await states(scene)).toEqual(['1 delivered', '2 parked conflict', '3 delivered']);
    expect(['1', '2', '3'].map((name) => copiesOf(scene, name))).toEqual([1, 1, 1]);
  });
});

describe('a store', () => {
  test('loses nothing when it is away for long', async () => {
    const scene = createScene();
    const [from, to] = [15, 20 * 60_000];
    const isAway = () => scene.clock.monotonic() > from && scene.clock.monotonic() < to;
    const store = new Proxy(scene.store, {
      get: (target, name: keyof LedgerStore) =>
        isAway() ? () => Promise.reject(new Error('away')) : target[name],
    });
    const ledger = createLedger({ ...scene.dependencies, store });
    ledger.start();
    await ledger.accept(submission([answer('1'), answer('2')]), 0);
    await pass(scene, HOUR);
    expect(['1', '2'].map((name) => copiesOf(scene, name))).toEqual([1, 1]);
    expect(await states(scene)).toEqual(['1 delivered', '2 delivered']);
  });
});

describe('an inconclusive read-back', () => {
  const unproven = Array.from({ length: 500 }, () => ({ kind: 'unproven' as const }));
  const away = Array.from({ length: 700 }, () => ({ kind: 'timeout' as const }));
  const toApplication = submission([answer('1')], { key: otherKey });
  const making = { ...firstSubmission([answer('1')]), key: otherKey };

  test.each<readonly [string, SubmissionToAccept, readonly GatewayError[], readonly string[], number]>([
    ['is repeated for an answer', toApplication, unproven.slice(0, 20), delivered('1'), 1],
    ['parks an answer when it repeats without end', toApplication, unproven, ['1 parked unclear'], 1],
    ['is not counted while the service is away for hours', toApplication, away, delivered('1'), 1],
    ['is repeated for an application', making, unproven.slice(0, 20), delivered('application', '1'), 1],
    [
      'parks an application when it repeats without end',
      making,
      unproven,
      ['application parked unclear', '1 held'],
      0,
    ],
  ])('%s', async (_name, sent, reads, expected, answers) => {
    const scene = started();
    await send(scene, submission([answer('0')]));
    scene.service.fates.push('reply lost');
    scene.service.reads.push(...reads);
    await send(scene, sent, 12 * HOUR);
    expect(await states(scene, otherKey)).toEqual(expected);
    expect(copiesOf(scene)).toBe(answers);
  });

  test.each([
    ['is repeated when a list lacks a delivered answer', 1, delivered('1', '2')],
    [
      'parks an answer when the list lacks a delivered one without end',
      500,
      ['1 delivered', '2 parked unclear'],
    ],
  ])('%s', async (_name, looks, expected) => {
    const scene = started();
    scene.service.fates.push('stored', 'reply lost');
    await send(scene, submission([answer('1'), answer('2')]), 5_000);
    const { readAnswers } = scene.service;
    let left = looks;
    scene.service.readAnswers = async (...given) => {
      const read = await readAnswers(...given);
      left -= 1;
      return read.ok && left >= 0 ? success({ ...read.value, answers: [] }) : read;
    };
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(expected);
    expect(copiesOf(scene, '2')).toBe(1);
  });
});
