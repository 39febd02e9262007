/** How a person is found and erased; the tests of the operator's routes cover who may ask. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { fileId, reference, subject } from '../../core/model/ids.ts';
import { stagingOf } from '../files/staging.support.ts';
import type { PersonQuery } from '../people.ts';
import type { StagedFileInfo } from '../ports.ts';
import { application, type Fate } from './fake-service.support.ts';
import {
  answer,
  createScene,
  file,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  submission,
  tenantOne,
} from './ledger.support.ts';

const receipt = reference('R1');
const byReference: PersonQuery = { kind: 'reference', reference: receipt };
const byApplication: PersonQuery = { kind: 'application', application };

/** A scene whose staging lists and erases files. */
function createPersonScene() {
  const staged = new Map<string, StagedFileInfo[]>();
  const trace: string[] = [];
  const log = (event: string, fields: object) => trace.push(`${event} ${JSON.stringify(fields)}`);
  const staging = stagingOf({
    list: async ({ subject }) => staged.get(subject) ?? [],
    async erase({ subject }) {
      const { length } = staged.get(subject) ?? [];
      staged.delete(subject);
      return length;
    },
  });
  return { ...createScene({}, { log: { warn: log, error: log }, staging }), staged, trace };
}

const erase = ({ ledger }: Scene, query: PersonQuery = byReference) => ledger.people.erase(tenantOne, query);
const find = ({ ledger }: Scene, query: PersonQuery = byReference, content = false) =>
  ledger.people.find(tenantOne, query, content);
const stateOf = async (scene: Scene) => (await find(scene)).submissions[0]?.state;
const posted = ({ service }: Scene) =>
  service.requests.filter((request) => !['read', 'find'].includes(request));
const stagedFile: StagedFileInfo = {
  id: fileId('a'),
  name: 'a.pdf',
  type: 'application/pdf',
  size: 10,
  hasBytes: true,
};

describe('the data of a person', () => {
  test('lists the answers and files that are still stored, and their content only on request', async () => {
    const scene = createPersonScene();
    scene.staged.set(key.subject, [stagedFile]);
    await send(scene, firstSubmission([answer('1'), file('9', 'a')]), 0);
    const [found] = (await find(scene)).submissions;
    expect(found?.items).toMatchObject([
      { question: null, is_held: true, file: null },
      { question: '1', is_held: true, file: null },
      { question: '9', is_held: true, file: 'a' },
    ]);
    expect(found?.items.some((item) => 'content' in item && item.content !== undefined)).toBe(false);
    expect(found?.files).toEqual([stagedFile]);
    const [exported] = (await find(scene, byReference, true)).submissions;
    expect(exported?.items.map(({ content }) => content)).toEqual([
      { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
      { text_answer: '1' },
      { document_base64_filename: 'a.pdf' },
    ]);
    expect(scene.trace).toEqual(['person_exported {"tenant":"t","reference":"R1"}']);
  });

  test('includes files that were never sent, found by their application', async () => {
    const scene = createPersonScene();
    scene.staged.set(application, [stagedFile]);
    const found = { submissions: [], files: [stagedFile], consents: [], unsearched: 0 };
    expect(await find(scene, byApplication)).toEqual(found);
    expect(await erase(scene, byApplication)).toEqual({ erasures: [], files: 1 });
    expect((await find(scene, byApplication)).files).toEqual([]);
  });

  test('includes consents, which remain after an erasure', async () => {
    const scene = createPersonScene();
    const consent = { id: 'pool', version: '2', hash: 'abc', language: 'de' };
    const consents = [{ ...consent, reference: 'R1', given_at: '2026-01-01T00:00:00.000Z' }];
    const owner = { ...key, subject: subject(application) };
    await send(scene, { ...submission([answer('1')]), key: owner, consents: [consent] }, 0);
    expect((await find(scene)).submissions).toMatchObject([{ consents }]);
    await erase(scene);
    for (const query of [byReference, byApplication])
      expect((await find(scene, query)).submissions).toMatchObject([{ state: 'erased', consents }]);
    expect(JSON.stringify(await scene.store.find(owner))).not.toContain('pool');
  });
});

describe('erasing a person', () => {
  test.each([
    ['stops the queued answers and leaves nothing of them', true],
    ['control: without an erasure the answers are sent', false],
  ])('%s', async (_name, isErased) => {
    const scene = createPersonScene();
    scene.staged.set(key.subject, [stagedFile]);
    await send(scene, firstSubmission([answer('1'), answer('2')]), 0);
    const erasures = [{ reference: 'R1', state: 'erased', delivered: 0, unsent: 2, sending: 0 }];
    if (isErased) expect(await erase(scene)).toEqual({ erasures, files: 0 });
    scene.ledger.start();
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(isErased ? [] : ['application', '1', '2']);
    if (!isErased) return;
    expect(scene.staged.size).toBe(0);
    expect(await scene.store.find(key)).toMatchObject({ items: [], fingerprint: '', job: null });
    expect(scene.trace).toEqual(['person_erased {"tenant":"t","reference":"R1","count":2}']);
  });

  const answers = submission([answer('1'), answer('2'), answer('3<2')]);
  const making = firstSubmission([answer('1')]);
  const waiting = { state: 'erasing', delivered: 1, sending: 1, unsent: 1 };
  test.each<readonly [string, typeof answers, readonly Fate[], number, object, readonly string[]]>([
    ['a POST under way', answers, [], 5_000, { ...waiting, delivered: 0, unsent: 2 }, ['1']],
    ['a lost reply', answers, ['stored', 'reply lost'], 10, waiting, ['1', '2']],
    ['a lost request', answers, ['stored', 'request lost'], 10, waiting, ['1', '2']],
    ['an application that may exist', making, ['reply lost'], 10, { state: 'erasing' }, ['application']],
  ])('waits for %s, reads back unclear outcomes and sends nothing more', async (...row) => {
    const [, sent, fates, takes, erasure, writes] = row;
    const scene = createPersonScene();
    scene.service.takes = takes;
    scene.service.fates.push(...fates);
    scene.ledger.start();
    await send(scene, sent, takes + 1_000);
    expect((await erase(scene)).erasures).toMatchObject([erasure]);
    expect(await stateOf(scene)).toBe('erasing');
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(writes);
    expect(await stateOf(scene)).toBe('erased');
  });

  test('is finished by another process when the first one ends', async () => {
    const scene = createPersonScene();
    await send(scene, submission([answer('1')]), 0);
    await scene.store.amend({ key, version: 0, items: [], erases: true });
    scene.ledger.start();
    await pass(scene, 1_000);
    expect([scene.service.requests, await stateOf(scene)]).toEqual([[], 'erased']);
  });

  test('refuses a repeated submission or a correction from an open page', async () => {
    const scene = createPersonScene();
    scene.ledger.start();
    await send(scene, firstSubmission([answer('1')]), HOUR);
    await erase(scene);
    const refused = failure({ kind: 'already_submitted', submission: null });
    for (const name of ['Ada', 'Bob'])
      expect(await scene.ledger.accept(firstSubmission([answer('1')], name), 0)).toEqual(refused);
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(['application', '1']);
    expect(await scene.ledger.read(key, receipt, 0)).toBeNull();
    expect((await scene.ledger.find(key))?.isErased).toBe(true);
  });

  test('removes refused and parked answers, too', async () => {
    const scene = createPersonScene();
    scene.ledger.start();
    scene.service.fates.push({ kind: 'bad_request' });
    await send(scene, submission([answer('1'), answer('2<1')]), HOUR);
    expect((await erase(scene)).erasures).toMatchObject([{ state: 'erased', delivered: 0, unsent: 2 }]);
    const listed = await scene.ledger.attention(tenantOne, { content: true, size: 10, number: 1 });
    expect(listed).toEqual({ entries: [], total: 0, eventsWaiting: 0 });
  });
});
