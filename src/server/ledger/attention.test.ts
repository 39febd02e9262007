import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { reference } from '../../core/model/ids.ts';
import type { AttentionPage, AttentionQuery, OperatorAction } from '../ports.ts';
import { application } from './fake-service.support.ts';
import type { GatewayError } from './http-gateway.ts';
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
  states,
  submission,
  tenantOne,
} from './ledger.support.ts';

/** A scene with answer 1 parked: its reply was lost, and the service cannot be read back. */
async function parked(answers = [answer('1'), answer('2<1'), answer('3')]): Promise<Scene> {
  const scene = createScene();
  scene.ledger.start();
  scene.service.fates.push('reply lost');
  await send(scene, submission(answers), 40_000);
  scene.service.reads.push({ kind: 'impossible' });
  await pass(scene, HOUR);
  return scene;
}

const firstPage = { content: true, size: 100, number: 1 };

/** Advances the clock, because reading the list yields to other work. */
async function list(scene: Scene, query: Partial<AttentionQuery> = {}): Promise<AttentionPage> {
  const listed = scene.ledger.attention(tenantOne, { ...firstPage, ...query });
  await pass(scene, 1);
  return listed;
}

const act = (scene: Scene, action: OperatorAction) =>
  scene.ledger.runAction(tenantOne, reference('R1'), action);

describe('the attention list', () => {
  test('names the undelivered answers, and shows their content only on request', async () => {
    const scene = await parked();
    const [entry, ...others] = (await list(scene)).entries;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      reference: 'R1',
      state: 'attention',
      application: '99',
      job: null,
      accepted_at: '2026-01-01T00:00:00.000Z',
      kept_until: '2026-01-08T00:00:00.000Z',
      items: [
        {
          question: '1',
          title: 'Question 1',
          state: 'parked',
          code: 'unclear',
          content: { text_answer: '1' },
        },
        { question: '2', title: 'Question 2', state: 'held', code: null, content: { text_answer: '2<1' } },
      ],
    });
    const [short] = (await list(scene, { content: false })).entries;
    expect(short?.items.map(({ content }) => content)).toEqual([undefined, undefined]);
  });

  test('shows a refused application with the fields that the service named', async () => {
    const scene = createScene();
    scene.ledger.start();
    const members = ['email', 'locale', 'cv_base64_data'] as const;
    scene.service.fates.push({ kind: 'invalid', pointers: [], members: [...members] });
    await send(scene, firstSubmission([file('9', 'a')]));
    const content = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
    const refused = { state: 'refused', code: 'invalid_details', members, fields: ['email', 'cv'], content };
    expect((await list(scene)).entries).toMatchObject([
      {
        ...{ state: 'refused', application: null, job: '4711' },
        items: [
          { question: null, ...refused },
          { question: '9', state: 'held', content: { document_base64_filename: 'a.pdf' } },
        ],
      },
    ]);
  });
});

describe('retry', () => {
  test('reads back first and does not repeat an answer that arrived', async () => {
    const scene = await parked();
    expect((await act(scene, 'retry')).ok).toBe(true);
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(['1 delivered', '2 delivered', '3 delivered']);
    expect(scene.service.requests.filter((request) => request === '1')).toHaveLength(1);
    expect(scene.service.answers).toHaveLength(3);
  });

  test.each<readonly [string, readonly GatewayError[]]>([
    ['sends an answer that the service does not have', []],
    [
      'sends an answer again when the first reads fail and the service shows nothing',
      [{ kind: 'timeout' }, { kind: 'timeout' }, { kind: 'impossible' }],
    ],
  ])('%s', async (_name, reads) => {
    const scene = await parked();
    scene.service.answers.splice(0, 1);
    scene.service.reads.push(...reads);
    await act(scene, 'retry');
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(['1 delivered', '2 delivered', '3 delivered']);
    expect(scene.service.requests.filter((request) => request === '1')).toHaveLength(2);
  });

  test('looks for an application that may exist before creating it', async () => {
    const scene = createScene();
    scene.ledger.start();
    scene.service.fates.push({ kind: 'invalid', pointers: [], members: ['phone'] });
    await send(scene, firstSubmission([answer('1')]));
    scene.service.applications.set('R1', application);
    await act(scene, 'retry');
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
    expect(scene.service.requests.filter((request) => request === 'application')).toHaveLength(1);
  });
});

describe('give up', () => {
  test('wipes the answer and its follow-ups, and sends neither', async () => {
    const scene = await parked([file('1', 'a'), answer('2<1'), answer('3')]);
    expect((await act(scene, 'give_up')).ok).toBe(true);
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(['1 parked given_up', '2 parked given_up', '3 delivered']);
    const items = (await scene.store.find(key))?.items ?? [];
    expect(items.map(({ payload }) => payload)).toEqual([null, null, null]);
    expect(scene.files.released).toEqual(['a']);
    expect(await act(scene, 'retry')).toEqual(failure('nothing_to_do'));
    const [entry] = (await list(scene)).entries;
    expect(entry?.items[0]?.content).toBeUndefined();
  });
});
