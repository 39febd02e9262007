import { describe, expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { jobId } from '../../core/model/ids.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { Log, LogFields } from '../log.ts';
import type { SubmissionToAccept } from '../ports.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { ServiceError } from '../service/service-error.ts';
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
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';
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

  test('and where the tag is there already, nothing is added', async () => {
    const scene = started();
    scene.tags.push('ours');
    expect(await atLast(scene)).toEqual({ ...once, patches: 0, outcomes: ['tag present'] });
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

  test('of the job whose form it was, also of an application that was there', async () => {
    const scene = startedWith(null);
    const sent = { ...submission([answer('1')]), consents: [consent('pool')], formJob: jobId('7') };
    expect(await atLast(scene, sent)).toEqual(once);
    expect(scene.patches.tags).toEqual(['pool 7']);
  });

  test('one that the service refuses takes none of the others along', async () => {
    const scene = startedWith();
    scene.refused.add('pool 4711');
    const end = { patches: 4, tags: 2, outcomes: ['tag refused'], logged: ['tag_failed'] };
    expect(await atLast(scene, consenting('pool', 'news'))).toEqual(end);
    expect(scene.tags).toEqual(['ours', 'news 4711']);
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
    ['it was stored late', [{ late: 40 * SECOND }], 1],
    ['it never arrived', ['request lost'], 2],
    ['it was done, they said, and is not there', ['ignored'], 2],
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

  const always = <Item>(item: Item): Item[] => Array(100).fill(item);

  test.each<readonly [string, Partial<Pick<TagScene, 'fates' | 'reads'>>, string]>([
    ['refuses it', { fates: [refused] }, 'invalid'],
    ['never shows it', { fates: always('ignored') }, 'never seen'],
    ['knows no application', { fates: [{ kind: 'not_found' }] }, 'not_found'],
  ])('where the service %s, the line names the tag', async (_name, given, cause) => {
    const told: LogFields[] = [];
    const log: Log = { warn: (_event, fields) => told.push(fields), error: () => undefined };
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
      },
    ]);
  });

  test('after fourteen tries where none ever arrives', async () => {
    const scene = started();
    scene.fates.push(...always<Fate>('request lost'));
    const end = { patches: 14, tags: 0, outcomes: ['tag failed'], logged: ['tag_failed'] };
    expect(await atLast(scene)).toEqual(end);
  });
});

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
});
