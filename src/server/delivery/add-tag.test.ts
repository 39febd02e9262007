import { describe, expect, test } from 'vitest';
import { jobId, subject } from '../../core/model/ids.ts';
import { failure, success } from '../../core/model/outcome.ts';
import type { SubmissionToAccept } from '../../core/model/ports.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { TagToWrite } from '../service/tag-changes.ts';
import { createCipher } from './cipher.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answer,
  createScene,
  firstSubmission,
  key,
  pass,
  type Scene,
  send,
  states,
  submission,
  unlimited,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { LedgerLog, LedgerLogFields } from './ledger-log.ts';
import type { LedgerStore } from './ledger-store.ts';
import { createBreaker } from './rate-limit/breaker.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import type { GatewayError } from './service-gateway.ts';
import type { Tagger } from './tagger.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
/** Milliseconds until a PATCH is given up. */
const LIMIT = 15_000;

/** What becomes of the next PATCH. */
type Fate = 'added' | 'reply lost' | 'request lost' | 'ignored' | ServiceError | { readonly late: number };

interface TagScene extends Scene {
  /** What the service holds: a tag twice would be there twice. */
  readonly tags: string[];
  readonly patches: { count: number; readonly tags: string[] };
  /** Tags that the service has no category for. */
  readonly refused: Set<string>;
  readonly fates: Fate[];
  readonly reads: GatewayError[];
}

const ours: TagToWrite = { tag: 'ours', context: 'custom_source' };

function createTagScene(
  rules: Parameters<typeof createScene>[0] = {},
  change: Partial<LedgerDependencies> = {},
  own: TagToWrite | null = ours,
) {
  const [tags, fates, reads]: [string[], Fate[], GatewayError[]] = [[], [], []];
  const patches = { count: 0, tags: [] as string[] };
  const refused = new Set<string>();
  const tagger: Tagger = {
    tag: own,
    limit: LIMIT,
    async findMissing(_application, wanted) {
      scene.service.asked.push('tags');
      await scene.clock.sleep(10);
      const error = reads.shift();
      return error === undefined ? success(wanted.filter((one) => !tags.includes(one.tag))) : failure(error);
    },
    async add(_application, added) {
      patches.count += 1;
      patches.tags.push(added.map(({ tag }) => tag).join());
      scene.service.asked.push('patch');
      await scene.clock.sleep(10);
      const fate = fates.shift() ?? 'added';
      const isLate = typeof fate === 'object' && 'late' in fate;
      if (typeof fate === 'object' && !isLate) return failure(fate);
      // A service takes all of them or none.
      if (added.some(({ tag }) => refused.has(tag)))
        return failure({ kind: 'invalid', pointers: [], members: [] });
      const store = () => void tags.push(...added.map(({ tag }) => tag));
      if (isLate) void scene.clock.sleep(fate.late).then(store);
      if (fate === 'added' || fate === 'reply lost') store();
      if (fate === 'added' || fate === 'ignored') return success(null);
      await scene.clock.sleep(LIMIT);
      return failure({ kind: 'timeout' });
    },
  };
  const scene = createScene(rules, { taggerOf: () => tagger, ...change });
  return { ...scene, tags, patches, refused, fates, reads };
}

function started(...given: Parameters<typeof createTagScene>): TagScene {
  const scene = createTagScene(...given);
  scene.ledger.start();
  return scene;
}

const outcomes = ({ counted }: Scene) => counted.filter((one) => one.startsWith('tag '));

/** Every submission is complete, whatever becomes of its tag. */
async function atLast(scene: TagScene, sent: SubmissionToAccept = submission([answer('1')])) {
  await send(scene, sent, 12 * HOUR);
  expect((await scene.ledger.find(key))?.submission.state).toBe('complete');
  const [{ count }, { length }] = [scene.patches, scene.tags];
  return { patches: count, tags: length, outcomes: outcomes(scene), logged: scene.logged };
}

const once = { patches: 1, tags: 1, outcomes: ['tag added'], logged: [] };

describe('what is complete is tagged', () => {
  test('once, after its last answer, and seen there', async () => {
    const scene = started();
    expect(await atLast(scene, submission([answer('1'), answer('2')]))).toEqual(once);
    expect(scene.service.asked).toEqual(['read', '1', '2', 'tags', 'patch', 'tags', 'read']);
    expect(scene.counted).toContain('audited 0 0');
  });

  test('once, also where another process tagged it while this one stood still, and has it again', async () => {
    const scene = createTagScene();
    const { dependencies, tags } = scene;
    const tagger = dependencies.taggerOf?.(key.tenant);
    if (tagger == null) throw new Error('There is no tagger.');
    let isFirst = true;
    const slow: Tagger = {
      ...tagger,
      async findMissing(...wanted) {
        const missing = await tagger.findMissing(...wanted);
        if (!isFirst) return missing;
        isFirst = false;
        tags.push(ours.tag);
        const lasting = { tagTries: 1, taggedAt: scene.clock.monotonic() };
        await scene.store.change({ key, owner: dependencies.owner }, lasting);
        return missing;
      },
    };
    createLedger({ ...dependencies, taggerOf: () => slow }).start();
    expect(await atLast(scene)).toMatchObject({ patches: 0, tags: 1 });
  });

  test('once, also where the store was slow to give the lease: the PATCH has its whole time to arrive', async () => {
    const scene = createTagScene();
    const { lease } = scene.store;
    scene.store.lease = async (wish) => {
      const found = await lease(wish);
      const isFirst = found.some(({ settledAt, tagTries }) => settledAt !== null && tagTries === 0);
      if (isFirst) await scene.clock.sleep(20 * SECOND);
      return found;
    };
    scene.fates.push({ late: 70 * SECOND });
    scene.ledger.start();
    expect(await atLast(scene)).toEqual(once);
  });

  test('an application that was made from a job, too', async () => {
    expect(await atLast(started(), firstSubmission([answer('1')]))).toEqual(once);
  });

  test('and where the tag is there already, nothing is added', async () => {
    const scene = started();
    scene.tags.push('ours');
    expect(await atLast(scene)).toEqual({ ...once, patches: 0, outcomes: ['tag present'] });
  });

  test('where the tenant has none, nothing is asked', async () => {
    const scene = started({}, { taggerOf: () => null });
    expect(await atLast(scene)).toEqual({ patches: 0, tags: 0, outcomes: [], logged: [] });
    expect(scene.service.asked).toEqual(['read', '1', 'read']);
  });

  test('not while an answer is refused, and then with the correction', async () => {
    const scene = started();
    scene.service.fates.push({ kind: 'invalid', pointers: [], members: [] });
    await send(scene, submission([answer('1')]), HOUR);
    expect(await states(scene)).toEqual(['1 refused invalid_answer']);
    expect(scene.patches.count).toBe(0);
    const better = answer('1', { kind: 'text', text: 'better' });
    expect(await atLast(scene, submission([better]))).toMatchObject({ patches: 1, tags: 1 });
  });
});

describe('a consent that has a tag is told to the recruiter by it', () => {
  const consent = (id: string): GivenConsent => ({ id, version: '1', hash: 'h', language: 'en' });
  const consenting = (...ids: string[]) => firstSubmissionWith({ consents: ids.map(consent) });
  const firstSubmissionWith = (change: Partial<SubmissionToAccept>) => ({
    ...firstSubmission([answer('1')]),
    ...change,
  });
  const consentTagOf: LedgerDependencies['consentTagOf'] = (_tenant, job, id) =>
    id === 'silent' ? null : { tag: id === 'same' ? 'ours' : `${id} ${job}`, context: 'custom_source' };
  const startedWith = (own: TagToWrite | null = ours) => {
    const scene = createTagScene({}, { consentTagOf }, own);
    scene.ledger.start();
    return scene;
  };

  test('together with the tenant’s, in one request', async () => {
    const scene = startedWith();
    expect(await atLast(scene, consenting('pool', 'silent', 'news'))).toEqual({ ...once, tags: 3 });
    expect(scene.patches.tags).toEqual(['ours,pool 4711,news 4711']);
  });

  test('alone where the tenant has none', async () => {
    const scene = startedWith(null);
    expect(await atLast(scene, consenting('pool'))).toEqual(once);
    expect(scene.patches.tags).toEqual(['pool 4711']);
  });

  test('and nothing is asked where there is nothing to add', async () => {
    const scene = startedWith(null);
    expect(await atLast(scene, consenting('silent'))).toMatchObject({ patches: 0, outcomes: [] });
    expect(scene.service.asked).not.toContain('tags');
  });

  test('once, where it is the tenant’s as well', async () => {
    const scene = startedWith();
    expect(await atLast(scene, consenting('same'))).toEqual(once);
  });

  test('of the job whose form it was, also of an application that was there', async () => {
    const scene = startedWith(null);
    const sent = { ...submission([answer('1')]), consents: [consent('pool')], formJob: jobId('7') };
    expect(await atLast(scene, sent)).toEqual(once);
    expect(scene.patches.tags).toEqual(['pool 7']);
  });

  test('only those that are missing are added', async () => {
    const scene = startedWith();
    scene.tags.push('pool 4711');
    await atLast(scene, consenting('pool'));
    expect(scene.patches.tags).toEqual(['ours']);
  });

  test('one that the service refuses takes none of the others along', async () => {
    const scene = startedWith();
    scene.refused.add('pool 4711');
    const end = { patches: 4, tags: 2, outcomes: ['tag refused'], logged: ['tag_failed'] };
    expect(await atLast(scene, consenting('pool', 'news'))).toEqual(end);
    expect(scene.tags).toEqual(['ours', 'news 4711']);
  });

  test('after a lost reply in the middle of that, none is added twice', async () => {
    const scene = startedWith();
    scene.refused.add('pool 4711');
    scene.fates.push('added', 'reply lost');
    await atLast(scene, consenting('pool', 'news'));
    expect([...scene.tags].sort()).toEqual(['news 4711', 'ours']);
  });

  test.each<readonly [string, Fate | 'slow mark', readonly string[]]>([
    ['the next one was not taken', { kind: 'rate_limited', retryAfter: null }, ['pool 4711']],
    ['the mark of the next one came too late', 'slow mark', []],
  ])('and has its whole time to be shown where %s', async (_name, fate, next) => {
    const scene = startedWith();
    const { change } = scene.store;
    scene.store.change = async (held, given) => {
      const isDone = await change(held, given);
      if (fate === 'slow mark' && given.tagTries === 3) await scene.clock.sleep(2 * SECOND);
      return isDone;
    };
    scene.refused.add('pool 4711');
    // The service says that it took the second one, and does not show it yet.
    scene.fates.push('added', 'ignored', ...(fate === 'slow mark' ? [] : [fate]));
    await send(scene, consenting('pool'), 60 * SECOND);
    expect(scene.patches.tags).toEqual(['ours,pool 4711', 'ours', ...next]);
  });

  test('replaced by a correction', async () => {
    const scene = startedWith(null);
    scene.service.fates.push({ kind: 'invalid', pointers: [], members: ['email'] });
    await send(scene, consenting('pool', 'news'), HOUR);
    const better = { ...firstSubmission([answer('1')], 'Eva'), consents: [consent('news')] };
    await atLast(scene, better);
    expect(scene.tags).toEqual(['news 4711']);
  });
});

describe('what became of a PATCH is looked up before another one goes', () => {
  const table: [name: string, fates: Fate[], patches: number][] = [
    ['its reply was lost', ['reply lost'], 1],
    ['it was stored late', [{ late: 40 * SECOND }], 1],
    ['it never arrived', ['request lost'], 2],
    ['it was done, they said, and is not there', ['ignored'], 2],
    ['a rate limit', [{ kind: 'rate_limited', retryAfter: 30 }], 2],
    ['a failure of the service, and a lost reply', [{ kind: 'server_error', status: 500 }, 'reply lost'], 2],
    ['a key that may not write it yet', [{ kind: 'forbidden' }, { kind: 'forbidden' }], 3],
  ];
  test.each(table)('%s', async (_name, fates, patches) => {
    const scene = started();
    scene.fates.push(...fates);
    expect(await atLast(scene)).toEqual({ ...once, patches });
  });

  test('control: without the quiet time one that is stored late is added twice', async () => {
    const scene = started({ quiet: 0 });
    scene.fates.push({ late: 40 * SECOND });
    expect(await atLast(scene)).toMatchObject({ patches: 2, tags: 2 });
  });

  test('a look that fails is made again later', async () => {
    const scene = started();
    scene.reads.push({ kind: 'timeout' }, { kind: 'server_error', status: 503 });
    expect(await atLast(scene)).toEqual(once);
  });
});

describe('a process that ends between PATCH and note', () => {
  const never = () => new Promise<never>(() => undefined);

  /** What the first process can still do when it ends; the next one takes up what it left. */
  async function restarted(
    dying: (dependencies: LedgerDependencies) => Partial<LedgerDependencies>,
    fate: Fate,
  ) {
    const scene = createTagScene();
    scene.fates.push(fate);
    const { store = scene.store, ...dependencies } = dying(scene.dependencies);
    const lease: LedgerStore['lease'] = async (wish) => (scene.patches.count > 0 ? [] : store.lease(wish));
    const ended = { ...store, renew: never, lease };
    createLedger({ ...scene.dependencies, owner: 'dying', ...dependencies, store: ended }).start();
    await send(scene, submission([answer('1')]), 20 * SECOND);
    expect(scene.patches.count).toBe(1);
    createLedger({ ...scene.dependencies, owner: 'next' }).start();
    await pass(scene, HOUR);
    return { patches: scene.patches.count, tags: scene.tags.length, outcomes: outcomes(scene) };
  }

  const withoutNote = ({ store }: LedgerDependencies): Partial<LedgerDependencies> => ({
    store: {
      ...store,
      change: async (held, next) => (next.taggedAt === undefined ? store.change(held, next) : never()),
    },
  });

  test('is followed by one that sees the tag, and adds none', async () => {
    expect(await restarted(withoutNote, 'added')).toEqual({ patches: 1, tags: 1, outcomes: ['tag added'] });
  });

  /** Its lease runs out long before what it sent is stored. */
  const duringPatch = ({ rules, taggerOf }: LedgerDependencies): Partial<LedgerDependencies> => ({
    rules: { ...rules, leaseFor: 20 * SECOND },
    taggerOf(tenant) {
      const tagger = taggerOf?.(tenant) ?? null;
      return tagger === null ? null : { ...tagger, add: (...given) => tagger.add(...given).then(never) };
    },
  });

  test('is followed by one that waits until its PATCH has had its time', async () => {
    expect(await restarted(duringPatch, { late: 70 * SECOND })).toMatchObject({ patches: 1, tags: 1 });
  });

  test('control: without the mark, one is added that was only late', async () => {
    const unmarked = (dependencies: LedgerDependencies): Partial<LedgerDependencies> => {
      const change: LedgerStore['change'] = async (held, next) =>
        next.tagTries === undefined ? dependencies.store.change(held, next) : true;
      return { ...duringPatch(dependencies), store: { ...dependencies.store, change } };
    };
    expect(await restarted(unmarked, { late: 70 * SECOND })).toMatchObject({ patches: 2, tags: 2 });
  });
});

describe('a tag that cannot be added is given up, with one line in the log', () => {
  const refused: ServiceError = { kind: 'invalid', pointers: [], members: [] };

  test('at once where the service says no', async () => {
    const scene = started();
    scene.fates.push(refused);
    const end = { patches: 1, tags: 0, outcomes: ['tag refused'], logged: ['tag_failed'] };
    expect(await atLast(scene)).toEqual(end);
  });

  const always = <Item>(item: Item): Item[] => Array(100).fill(item);

  test.each<readonly [string, Partial<Pick<TagScene, 'fates' | 'reads'>>, string, RegExp]>([
    ['refuses it', { fates: [refused] }, 'invalid', /^Create the category .*user interface/],
    ['never shows it', { fates: always('ignored') }, 'never seen', /^Create .* let its key /],
    ['shows no tags', { reads: always({ kind: 'impossible' }) }, 'impossible', /^Let the key /],
    ['knows no application', { fates: [{ kind: 'not_found' }] }, 'not_found', /^Nothing is wrong /],
  ])('where the service %s, the line names the tag, and what to do', async (_name, given, cause, advice) => {
    const told: LedgerLogFields[] = [];
    const log: LedgerLog = { warn: (_event, fields) => told.push(fields), error: () => undefined };
    const scene = started({}, { log });
    scene.fates.push(...(given.fates ?? []));
    scene.reads.push(...(given.reads ?? []));
    await atLast(scene);
    expect(told).toEqual([
      {
        tenant: key.tenant,
        reference: expect.any(String),
        application: expect.any(String),
        tag: 'ours',
        context: 'custom_source',
        cause,
        advice: expect.stringMatching(advice),
      },
    ]);
  });

  test.each([
    ['where none ever arrives', 'request lost'],
    ['where each is said to be done, and never seen', 'ignored'],
  ] as const)('after fourteen tries %s', async (_name, fate) => {
    const scene = started();
    scene.fates.push(...Array<Fate>(100).fill(fate));
    const end = { patches: 14, tags: 0, outcomes: ['tag failed'], logged: ['tag_failed'] };
    expect(await atLast(scene)).toEqual(end);
  });

  test('where it cannot be seen none is sent', async () => {
    const scene = started();
    scene.reads.push(...Array<GatewayError>(100).fill({ kind: 'impossible' }));
    const end = { patches: 0, tags: 0, outcomes: ['tag failed'], logged: ['tag_failed'] };
    expect(await atLast(scene)).toEqual(end);
  });

  test('a day after the end, where no process has the secret that sealed the application', {
    tags: 'deep',
  }, async () => {
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    const scene = started({}, { cipher: createCipher([old]) });
    scene.reads.push({ kind: 'timeout' });
    await send(scene, firstSubmission([answer('1')]), SECOND);
    const drained = scene.ledger.drain(0);
    await pass(scene, SECOND);
    await drained;
    createLedger({ ...scene.dependencies, owner: 'young', cipher: createCipher([young]) }).start();
    await pass(scene, 23 * HOUR);
    expect(outcomes(scene)).toEqual([]);
    await pass(scene, 2 * HOUR);
    expect([outcomes(scene), scene.patches.count]).toEqual([['tag failed'], 0]);
    expect(scene.logged.at(-1)).toBe('tag_failed');
    const { length } = scene.logged;
    await pass(scene, 24 * HOUR);
    expect(scene.logged).toHaveLength(length);
  });

  test('the waits grow, and it is over within half a day', async () => {
    const scene = started();
    scene.fates.push(...Array<Fate>(100).fill({ kind: 'unreachable' }));
    await send(scene, submission([answer('1')]), HOUR);
    expect(scene.patches.count).toBeGreaterThan(8);
    expect(scene.patches.count).toBeLessThan(13);
    await pass(scene, 11 * HOUR);
    expect(scene.logged).toEqual(['tag_failed']);
  });
});

/** Never in the way, and what its breaker was after each reply. */
function breakingRateLimiter() {
  const breaker = createBreaker();
  const states = new Set<string>();
  const report: RateLimiter['report'] = (_kind, event) => {
    if (event !== null) breaker.report(0, event);
    states.add(breaker.state());
  };
  return { ...unlimited, report, states };
}

describe('answers come first', () => {
  test('a request that waits for the end does not wait for the tag', async () => {
    const scene = started();
    scene.fates.push('request lost');
    let told = '';
    void scene.ledger.accept(submission([answer('1')]), 60 * SECOND).then((accepted) => {
      told = accepted.ok ? accepted.value.state : accepted.error.kind;
    });
    await pass(scene, 100);
    expect([told, scene.patches.count]).toEqual(['complete', 1]);
  });

  test('while others wait for their turn a tag is put off, but not for ever', async () => {
    let waiting = 1;
    const rateLimiterOf = () => ({ ...unlimited, figures: () => ({ ...unlimited.figures(), waiting }) });
    const scene = started({}, { rateLimiterOf });
    await send(scene, submission([answer('1')]), 500 * SECOND);
    expect(scene.patches.count).toBe(0);
    await pass(scene, 200 * SECOND);
    expect(scene.patches.count).toBe(1);
    waiting = 0;
    await send(scene, submission([answer('2')], { key: { ...key, subject: subject('next') } }), SECOND);
    expect(scene.service.asked.filter((one) => one === 'tags')).toHaveLength(3);
  });

  test.each([
    ['forbidden', { kind: 'forbidden' }],
    ['broken', { kind: 'server_error', status: 500 }],
    ['slow', 'request lost'],
  ] as const)('a PATCH that is %s says nothing against the service', async (_name, fate) => {
    const told: unknown[] = [];
    const report: RateLimiter['report'] = (kind, event) =>
      void (kind === 'write' && told.push(event?.kind ?? null));
    const scene = started({}, { rateLimiterOf: () => ({ ...unlimited, report }) });
    scene.fates.push(fate);
    await send(scene, submission([answer('1')]), 16 * SECOND);
    expect(told.slice(0, 2)).toEqual(['fine', null]);
  });

  test.each<readonly [string, GatewayError]>([
    ['forbidden', { kind: 'forbidden' }],
    ['broken', { kind: 'server_error', status: 500 }],
    ['slow', { kind: 'timeout' }],
  ])('a look for the tag that is %s stops no answers', async (_name, error) => {
    const rateLimiter = breakingRateLimiter();
    const scene = started({}, { rateLimiterOf: () => rateLimiter });
    scene.reads.push(...Array<GatewayError>(6).fill(error));
    await send(scene, submission([answer('1')]), 200 * SECOND);
    expect(scene.reads).toEqual([]);
    expect([...rateLimiter.states]).toEqual(['closed']);
  });

  test('control: a look for answers that is forbidden does', async () => {
    const rateLimiter = breakingRateLimiter();
    const scene = started({}, { rateLimiterOf: () => rateLimiter });
    scene.service.reads.push({ kind: 'forbidden' });
    await send(scene, submission([answer('1')]), SECOND);
    expect(rateLimiter.states).toContain('open');
  });

  test('while the service is in doubt no tag is looked for, but not for ever; then its look tells of it', async () => {
    let breaker: 'closed' | 'open' = 'open';
    const told: unknown[] = [];
    const report: RateLimiter['report'] = (kind, event) =>
      void (kind === 'read' && told.push(event?.kind ?? null));
    const rateLimiterOf = () => ({
      ...unlimited,
      report,
      figures: () => ({ ...unlimited.figures(), breaker }),
    });
    const scene = started({}, { rateLimiterOf });
    scene.reads.push({ kind: 'timeout' });
    await send(scene, submission([answer('1')]), 500 * SECOND);
    expect(scene.service.asked).toEqual(['read', '1']);
    await pass(scene, 200 * SECOND);
    expect(told.slice(0, 2)).toEqual(['fine', 'unclear']);
    breaker = 'closed';
    await pass(scene, HOUR);
    expect(scene.tags).toEqual(['ours']);
  });

  test('a rate limit that a PATCH meets is learned', async () => {
    const told: unknown[] = [];
    const scene = started(
      {},
      { rateLimiterOf: () => ({ ...unlimited, report: (_kind, event) => told.push(event?.kind) }) },
    );
    scene.fates.push({ kind: 'rate_limited', retryAfter: 9 });
    await send(scene, submission([answer('1')]), 5 * SECOND);
    expect(told.at(-1)).toBe('limited');
  });
});
