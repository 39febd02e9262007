import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { fileId, type Reference, reference, subject } from '../../core/model/ids.ts';
import { stagingOf } from '../files/staging.support.ts';
import type { PersonQuery } from '../people.ts';
import type { HeldFile } from '../ports.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { application } from './fake-service.support.ts';
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

const receipt: Reference = reference('R1');
const byReference: PersonQuery = { kind: 'reference', reference: receipt };
const byApplication: PersonQuery = { kind: 'application', application };

/** With a staging that tells what it has, and forgets what it is told to. */
function createPersonScene(
  change: Partial<LedgerDependencies> = {},
  rules: Parameters<typeof createScene>[0] = {},
) {
  const staged = new Map<string, HeldFile[]>();
  const trace: string[] = [];
  const log = (event: string, fields: object) => trace.push(`${event} ${JSON.stringify(fields)}`);
  const scene: Scene = createScene(rules, {
    log: { warn: log, error: log },
    staging: stagingOf({
      list: async ({ subject }) => staged.get(subject) ?? [],
      async erase({ subject }) {
        const { length } = staged.get(subject) ?? [];
        staged.delete(subject);
        return length;
      },
    }),
    ...change,
  });
  return { ...scene, staged, trace };
}

type PersonScene = ReturnType<typeof createPersonScene>;

const erase = ({ ledger }: Scene, query: PersonQuery = byReference) => ledger.people.erase(tenantOne, query);
const find = ({ ledger }: Scene, query: PersonQuery = byReference) =>
  ledger.people.find(tenantOne, query, false);
const stateOf = async (scene: Scene) => (await find(scene)).submissions[0]?.state;
const posted = ({ service }: Scene) => service.asked.filter((one) => !['read', 'find'].includes(one));

const heldFile: HeldFile = {
  id: fileId('a'),
  name: 'a.pdf',
  type: 'application/pdf',
  size: 10,
  hasBytes: true,
};

/** Answer 2 is on its way and its outcome unknown; 1 has arrived, and 3 waits. */
async function betweenAnswers(fate: 'reply lost' | 'request lost'): Promise<PersonScene> {
  const scene = createPersonScene();
  scene.ledger.start();
  scene.service.fates.push('stored', fate);
  await send(scene, submission([answer('1'), answer('2'), answer('3<2')]), 1_000);
  return scene;
}

describe('what is held of a person', () => {
  test('names what is still here of each answer, and what it says only where it is asked for', async () => {
    const scene = createPersonScene();
    scene.staged.set(key.subject, [heldFile]);
    await send(scene, firstSubmission([answer('1'), file('9', 'a')]), 0);
    const [told] = (await find(scene)).submissions;
    expect(
      told?.items.map(({ question, is_held, content, file: id }) => [question, is_held, content, id]),
    ).toEqual([
      [null, true, undefined, null],
      ['1', true, undefined, null],
      ['9', true, undefined, 'a'],
    ]);
    expect(told?.files).toEqual([heldFile]);
    const given = await scene.ledger.people.find(tenantOne, byReference, true);
    expect(given.submissions[0]?.items.map(({ content }) => content)).toEqual([
      { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
      { text_answer: '1' },
      { document_base64_filename: 'a.pdf' },
    ]);
    expect(scene.trace).toEqual(['person_exported {"tenant":"t","reference":"R1"}']);
  });

  test('files that were put here and never sent are told of the application that they are for', async () => {
    const scene = createPersonScene();
    scene.staged.set(application, [heldFile]);
    expect(await find(scene, byApplication)).toEqual({
      submissions: [],
      files: [heldFile],
      consents: [],
      unsearched: 0,
    });
    expect(await erase(scene, byApplication)).toEqual({ erasures: [], files: 1 });
    expect((await find(scene, byApplication)).files).toEqual([]);
  });

  describe('consents', () => {
    const consent = { id: 'pool', version: '2', hash: 'abc', language: 'de' };
    const held = { ...consent, reference: 'R1', given_at: '2026-01-01T00:00:00.000Z' };
    const consenting = { ...submission([answer('1')]), consents: [consent] };

    test('are told with what they came with', async () => {
      const scene = createPersonScene();
      await send(scene, consenting, 0);
      const told = await find(scene);
      expect(told.submissions[0]?.consents).toEqual([held]);
      expect(told.consents).toEqual([]);
    });

    test('and when that is erased, by reference and by application', async () => {
      const scene = createPersonScene();
      await send(scene, { ...consenting, key: { ...key, subject: subject(application) } }, 0);
      await erase(scene);
      expect((await find(scene)).submissions).toMatchObject([{ state: 'erased', consents: [held] }]);
      expect((await find(scene, byApplication)).submissions).toMatchObject([{ consents: [held] }]);
      expect(JSON.stringify(await scene.store.find({ ...key, subject: subject(application) }))).not.toContain(
        'pool',
      );
    });
  });
});

describe('erasing', () => {
  test('what waits is not sent any more, and nothing of it is left', async () => {
    const scene = createPersonScene();
    scene.staged.set(key.subject, [heldFile]);
    await send(scene, firstSubmission([answer('1'), file('9', 'a')]), 0);
    expect(await erase(scene)).toEqual({
      erasures: [{ reference: 'R1', state: 'erased', delivered: 0, unsent: 2, sending: 0 }],
      files: 0,
    });
    scene.ledger.start();
    await pass(scene, HOUR);
    expect(scene.service.asked).toEqual([]);
    expect(scene.staged.size).toBe(0);
    expect(await scene.store.find(key)).toMatchObject({ items: [], fingerprint: '', job: null });
    expect(scene.trace).toEqual(['person_erased {"tenant":"t","reference":"R1","count":2}']);
  });

  test('control: not erased, it is sent', async () => {
    const scene = createPersonScene();
    await send(scene, firstSubmission([answer('1')]), 0);
    scene.ledger.start();
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(['application', '1']);
  });

  test('waits for a POST that is under way, and begins none after it', async () => {
    const scene = createPersonScene();
    scene.service.takes = 5_000;
    scene.ledger.start();
    await send(scene, submission([answer('1'), answer('2')]), 7_000);
    expect(posted(scene)).toEqual(['1']);
    expect((await erase(scene)).erasures).toMatchObject([{ state: 'erasing', sending: 1, unsent: 1 }]);
    expect(await stateOf(scene)).toBe('erasing');
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(['1']);
    expect(await stateOf(scene)).toBe('erased');
  });

  test.each(['reply lost', 'request lost'] as const)(
    'what is unclear (%s) is looked for first, and never goes again',
    async (fate) => {
      const scene = await betweenAnswers(fate);
      const waiting = { state: 'erasing', delivered: 1, sending: 1, unsent: 1 };
      expect((await erase(scene)).erasures).toMatchObject([waiting]);
      await pass(scene, 60_000);
      expect((await erase(scene)).erasures).toMatchObject([waiting]);
      await pass(scene, HOUR);
      expect(scene.service.asked.at(-1)).toBe('read');
      expect(posted(scene)).toEqual(['1', '2']);
      expect(await stateOf(scene)).toBe('erased');
    },
  );

  test('waits for an application that may have been made', async () => {
    const scene = createPersonScene();
    scene.ledger.start();
    scene.service.fates.push('reply lost');
    await send(scene, firstSubmission([answer('1')]), 1_000);
    expect((await erase(scene)).erasures).toMatchObject([{ state: 'erasing', unsent: 1 }]);
    await pass(scene, HOUR);
    expect(posted(scene)).toEqual(['application']);
    expect(await stateOf(scene)).toBe('erased');
  });

  test('begun by a process that ended, it is finished by another', async () => {
    const scene = createPersonScene();
    await send(scene, submission([answer('1')]), 0);
    await scene.store.amend({ key, version: 0, items: [], erases: true });
    scene.ledger.start();
    await pass(scene, 1_000);
    expect(scene.service.asked).toEqual([]);
    expect(await stateOf(scene)).toBe('erased');
  });

  test('an open page that sends the same again, or a correction, makes nothing twice', async () => {
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

  test('what was refused or parked goes, too', async () => {
    const scene = createPersonScene();
    scene.ledger.start();
    scene.service.fates.push({ kind: 'bad_request' });
    await send(scene, submission([answer('1'), answer('2<1')]), HOUR);
    expect((await erase(scene)).erasures).toMatchObject([{ state: 'erased', delivered: 0, unsent: 2 }]);
    const all = { content: true, size: 10, number: 1 };
    expect(await scene.ledger.attention(tenantOne, all)).toEqual({
      entries: [],
      total: 0,
      eventsWaiting: 0,
    });
  });
});
