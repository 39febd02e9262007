/** A complete submission gets the tags of its tenant and of its consents once, after the answers and without delaying them. */
import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { jobId } from '../../core/model/ids.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { SubmissionToAccept } from '../ports.ts';
import type { TagToWrite } from '../service/changes.ts';
import { LIMIT } from './fake-service.support.ts';
import { answer, createScene, firstSubmission, HOUR, key, pass, send, submission } from './ledger.support.ts';
import type { Tagger } from './serve.ts';

const ours: TagToWrite = { tag: 'ours', context: 'custom_source' };

/** The outcome of the next PATCH. */
type Fate = 'added' | 'reply lost' | 'request lost' | 'refused';

interface Given {
  readonly fates?: readonly Fate[];
  readonly own?: TagToWrite | null;
  /** A tag that the service has no category for. */
  readonly unknown?: string;
}

function started({ fates = [], own = ours, unknown }: Given) {
  /** The tags in the service, and the PATCH requests that it received. */
  const [tags, patches]: [string[], string[]] = [[], []];
  const left = [...fates];
  const tagger: Tagger = {
    tag: own,
    ofConsent: (job, id) => (id === 'silent' ? null : { tag: `${id} ${job}`, context: 'custom_source' }),
    async add(_application, added) {
      const names = added.map(({ tag }) => tag);
      patches.push(names.join());
      scene.service.requests.push('patch');
      const fate = left.shift() ?? 'added';
      // A service adds all tags of a request or none.
      if (fate === 'refused' || names.some((tag) => tag === unknown))
        return failure({ kind: 'invalid', pointers: [], members: [] });
      if (fate !== 'request lost') tags.push(...names.filter((tag) => !tags.includes(tag)));
      if (fate === 'added') return success(null);
      await scene.clock.sleep(LIMIT);
      return failure({ kind: 'timeout' });
    },
  };
  const scene = createScene({}, { taggerOf: () => tagger });
  scene.ledger.start();
  return { ...scene, tags, patches };
}

const consents = (...ids: readonly string[]): { consents: GivenConsent[] } => ({
  consents: ids.map((id) => ({ id, version: '1', hash: 'h', language: 'en' })),
});
const plain = submission([answer('1'), answer('2')]);
const consenting = { ...firstSubmission([answer('1')]), ...consents('pool', 'silent', 'news') };
const elsewhere = { ...plain, ...consents('pool'), formJob: jobId('7') };
const all = ['ours', 'pool 4711', 'news 4711'];
const always = Array.from({ length: 100 }, (): Fate => 'request lost');

test.each<readonly [string, SubmissionToAccept, Given, number, readonly string[], string]>([
  ['is added once', plain, {}, 1, ['ours'], 'added'],
  ['is sent again when the reply was lost', plain, { fates: ['reply lost'] }, 2, ['ours'], 'added'],
  ['is sent again when the request was lost', plain, { fates: ['request lost'] }, 2, ['ours'], 'added'],
  ['is not sent again when the service refuses it', plain, { fates: ['refused'] }, 1, [], 'refused'],
  ['is given up after fourteen tries', plain, { fates: always }, 14, [], 'failed'],
  ['is sent together with the tags of consents', consenting, {}, 1, all, 'added'],
  ['belongs to the job whose form was sent', elsewhere, { own: null }, 1, ['pool 7'], 'added'],
  [
    'is added when the service refuses the tag of a consent',
    consenting,
    { unknown: all[1] ?? '' },
    4,
    ['ours', 'news 4711'],
    'refused',
  ],
])('the tag of a complete submission %s', async (_name, sent, given, patches, tags, outcome) => {
  const scene = started(given);
  await send(scene, sent, 12 * HOUR);
  expect((await scene.ledger.find(key))?.submission.state).toBe('complete');
  expect([scene.patches.length, scene.tags]).toEqual([patches, tags]);
  expect(scene.counted.filter((event) => event.startsWith('tag '))).toEqual([`tag ${outcome}`]);
  expect(scene.logged).toEqual(outcome === 'added' ? [] : ['tag_failed']);
  expect(scene.patches[0]?.split(',')).toEqual(sent === consenting ? all : [expect.any(String)]);
});

test('a submission counts as complete before its tag is added', async () => {
  const scene = started({ fates: ['request lost'] });
  const accepting = scene.ledger.accept(plain, 60_000);
  let state = '';
  void accepting.then((accepted) => {
    state = accepted.ok ? accepted.value.state : accepted.error.kind;
  });
  await pass(scene, 100);
  expect(state).toBe('complete');
  expect(scene.service.requests).toEqual(['read', '1', '2', 'patch']);
});
