import { describe, expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { jobId } from '../../core/model/ids.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { SubmissionToAccept } from '../ports.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answer,
  createScene,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  submission,
} from './ledger.support.ts';
import type { Tagger } from './serve.ts';

const SECOND = 1_000;
/** Milliseconds until a PATCH is given up. */
const LIMIT = 15_000;

/** What becomes of the next PATCH. */
type Fate = 'added' | 'reply lost' | 'request lost' | ServiceError;

interface TagScene extends Scene {
  /** What the service holds. */
  readonly tags: string[];
  readonly patches: { count: number; readonly tags: string[] };
  /** Tags that the service has no category for. */
  readonly refused: Set<string>;
  readonly fates: Fate[];
}

const ours: TagToWrite = { tag: 'ours', context: 'custom_source' };

function createTagScene(
  rules: Parameters<typeof createScene>[0] = {},
  change: Partial<LedgerDependencies> = {},
  own: TagToWrite | null = ours,
  ofConsent: Tagger['ofConsent'] = () => null,
) {
  const [tags, fates]: [string[], Fate[]] = [[], []];
  const patches = { count: 0, tags: [] as string[] };
  const refused = new Set<string>();
  const tagger: Tagger = {
    tag: own,
    ofConsent,
    async add(_application, added) {
      patches.count += 1;
      patches.tags.push(added.map(({ tag }) => tag).join());
      scene.service.asked.push('patch');
      await scene.clock.sleep(10);
      const fate = fates.shift() ?? 'added';
      if (typeof fate === 'object') return failure(fate);
      // A service takes all of them or none.
      if (added.some(({ tag }) => refused.has(tag)))
        return failure({ kind: 'invalid', pointers: [], members: [] });
      const fresh = added.map(({ tag }) => tag).filter((tag) => !tags.includes(tag));
      if (fate !== 'request lost') tags.push(...fresh);
      if (fate === 'added') return success(null);
      await scene.clock.sleep(LIMIT);
      return failure({ kind: 'timeout' });
    },
  };
  const scene = createScene(rules, { taggerOf: () => tagger, ...change });
  return { ...scene, tags, patches, refused, fates };
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
  test('once, after its last answer', async () => {
    const scene = started();
    expect(await atLast(scene, submission([answer('1'), answer('2')]))).toEqual(once);
    expect(scene.service.asked).toEqual(['read', '1', '2', 'patch', 'read']);
    expect(scene.counted).toContain('audited 0 0');
  });
});

describe('a consent that has a tag is told to the recruiter by it', () => {
  const consent = (id: string): GivenConsent => ({ id, version: '1', hash: 'h', language: 'en' });
  const consenting = (...ids: string[]) => firstSubmissionWith({ consents: ids.map(consent) });
  const firstSubmissionWith = (change: Partial<SubmissionToAccept>) => ({
    ...firstSubmission([answer('1')]),
    ...change,
  });
  const ofConsent: Tagger['ofConsent'] = (job, id) =>
    id === 'silent' ? null : { tag: id === 'same' ? 'ours' : `${id} ${job}`, context: 'custom_source' };
  const startedWith = (own: TagToWrite | null = ours) => {
    const scene = createTagScene({}, {}, own, ofConsent);
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
});

describe('an outcome that is not a yes is tried again, since a tag is there once however often it is added', () => {
  const table: [name: string, fates: Fate[], patches: number][] = [
    ['it was stored, and the reply lost', ['reply lost'], 2],
    ['it never arrived', ['request lost'], 2],
  ];
  test.each(table)('%s', async (_name, fates, patches) => {
    const scene = started();
    scene.fates.push(...fates);
    expect(await atLast(scene)).toEqual({ ...once, patches });
  });
});

describe('a tag that cannot be added is given up, with one line in the log', () => {
  const refused: ServiceError = { kind: 'invalid', pointers: [], members: [] };
  const always = <Item>(item: Item): Item[] => Array(100).fill(item);

  test('at once where the service refuses it', async () => {
    const scene = started();
    scene.fates.push(refused);
    expect(await atLast(scene)).toMatchObject({ patches: 1, tags: 0, logged: ['tag_failed'] });
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
