import { describe, expect, test } from 'vitest';
import type { LedgerAnswer, SubmissionToAccept } from '../ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createCipher } from './cipher.ts';
import { toServiceAnswer } from './fake-service.support.ts';
import {
  answer,
  createScene,
  delivered,
  document,
  file,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  started,
  states,
  submission,
  text,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';

const refusal: ServiceError = { kind: 'invalid', pointers: [], members: [] };

async function tryTo(scene: Scene, sent: SubmissionToAccept): Promise<string> {
  const accepted = await scene.ledger.accept(sent, 0);
  return accepted.ok ? accepted.value.reference : accepted.error.kind;
}

describe('the receipt', () => {
  test('is given before any answer is sent to the service', async () => {
    const scene = createScene();
    expect(await tryTo(scene, submission([answer('1'), answer('2<1')]))).toBe('R1');
    expect(await states(scene)).toEqual(['1 queued', '2 queued']);
    expect(scene.service.requests).toEqual([]);
  });

  test('is the same for the same content, from any tab and at any time', async () => {
    const scene = started();
    const sent = submission([answer('1')]);
    const both = await Promise.all([tryTo(scene, sent), tryTo(scene, sent)]);
    expect(new Set(both).size).toBe(1);
    await pass(scene, HOUR);
    expect(await tryTo(scene, sent)).toBe(both[0]);
    expect(scene.service.answers).toHaveLength(1);
    expect(scene.counted.filter((event) => event === 'received')).toHaveLength(1);
  });
});

describe('the stored payload', () => {
  test('is wiped on delivery; only the sealed id of the application stays', async () => {
    const scene = started();
    await send(scene, firstSubmission([answer('1')]));
    const [made, answered] = (await scene.store.find(key))?.items ?? [];
    expect(answered?.payload).toBeNull();
    expect(Buffer.from(made?.payload ?? []).toString()).toBe(
      '["made","t","s","R1","4711"]\n{"id":"99","files":[]}',
    );
  });

  test.each([
    ['an answer', submission([answer('1')]), ['1 delivered']],
    ['an application', firstSubmission([answer('1')]), ['application delivered', '1 delivered']],
  ])('stays untouched until a process that has its secret delivers it: %s', async (_name, sent, all) => {
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    const scene = createScene({}, { cipher: createCipher([young, old]) });
    const older = createLedger({ ...scene.dependencies, owner: 'older', cipher: createCipher([old]) });
    older.start();
    await scene.ledger.accept(sent, 0);
    await pass(scene, HOUR);
    expect((await states(scene)).every((state) => state.endsWith('queued'))).toBe(true);
    expect(scene.service.requests).toEqual([]);
    // The older process tries less and less often, and logs at most once a minute.
    expect(scene.counted.filter((event) => event === 'left_to_others').length).toBeLessThan(90);
    expect(new Set(scene.logged)).toEqual(new Set(['sealed_by_other_secret']));
    expect(scene.logged.length).toBeLessThan(62);
    scene.ledger.start();
    await pass(scene, HOUR);
    expect(await states(scene)).toEqual(all);
    expect(scene.service.requests.filter((request) => request === '1')).toHaveLength(1);
  });
});

describe('uploaded files', () => {
  const sent = submission([file('9', 'a'), file('9.1', 'b')]);

  test('are reserved before the receipt and released after delivery', async () => {
    const scene = createScene();
    await scene.ledger.accept(sent, 0);
    expect([...scene.files.reserved]).toEqual(['a', 'b']);
    expect(scene.files.released).toEqual([]);
    scene.ledger.start();
    await pass(scene, 10_000);
    expect(await states(scene)).toEqual(['9 delivered', '9.1 delivered']);
    expect(scene.files.released).toEqual(['a', 'b']);
  });

  test('are released when a correction no longer needs them', async () => {
    const scene = started();
    scene.service.fates.push('stored', refusal);
    await send(scene, sent);
    expect(await states(scene)).toEqual(['9 delivered', '9.1 refused invalid_answer']);
    await send(scene, submission([file('9', 'a'), file('9.1', 'c')]));
    expect(await states(scene)).toEqual(['9 delivered', '9.1 delivered']);
    expect(new Set(scene.files.released)).toEqual(new Set(['a', 'b', 'c']));
  });
});

describe('a correction', () => {
  async function refusedOnce(answers: readonly string[]): Promise<Scene> {
    const scene = started();
    scene.service.fates.push(refusal);
    await send(scene, submission(answers.map((name) => answer(name))));
    return scene;
  }

  test('keeps the receipt, and only one of two simultaneous corrections is accepted', async () => {
    const scene = await refusedOnce(['1']);
    const corrections = ['a', 'b'].map((content) => tryTo(scene, submission([text('1', content)])));
    expect((await Promise.all(corrections)).sort()).toEqual(['R1', 'already_submitted']);
    await pass(scene, HOUR);
    expect(scene.service.answers).toHaveLength(1);
  });

  test('reads the service again, because someone may have entered the answer by hand', async () => {
    const scene = await refusedOnce(['1']);
    await pass(scene, HOUR);
    scene.service.answers.push(toServiceAnswer(text('1', 'by hand'), 0, 0));
    await send(scene, submission([text('1', 'better')]), HOUR);
    expect(await states(scene)).toEqual(['1 parked conflict']);
    expect(scene.service.answers).toHaveLength(1);
  });

  describe('that changes only answers', () => {
    const alone = (...answers: readonly LedgerAnswer[]) => ({
      ...firstSubmission(answers, 'Ada'),
      destination: { ...firstSubmission([]).destination, details: {} } as const,
      fingerprint: JSON.stringify(answers),
      detailsFingerprint: null,
      keepsApplication: true,
    });
    const hash = 'k1.ada';
    const consents = [{ id: 'pool', version: '1', hash: 'h', language: 'en' }];

    /** Creates the application and adds its document; the service refuses the first answer. */
    async function answerRefused(): Promise<Scene> {
      const scene = started();
      scene.service.fates.push('stored', 'stored', refusal);
      const sent = firstSubmission([document('a'), answer('1'), answer('3')], 'Ada');
      await send(scene, { ...sent, emailHash: hash, consents });
      expect(await states(scene)).toEqual([
        'application delivered',
        'detail:documents delivered',
        '1 refused invalid_answer',
        '3 delivered',
      ]);
      return scene;
    }

    test('keeps the application, its documents, its email hash and its consents', async () => {
      const scene = await answerRefused();
      await send(scene, alone(text('1', 'better'), answer('3')), HOUR);
      expect(await states(scene)).toEqual(delivered('application', 'detail:documents', '1', '3'));
      expect(
        scene.service.requests.filter((request) => /^(application|detail:documents|3)$/.test(request)),
      ).toEqual(['application', 'detail:documents', '3']);
      expect(await scene.store.find(key)).toMatchObject({ emailHash: hash, consented: { ids: ['pool'] } });
      expect(await scene.store.findConsents(key.tenant, { subject: key.subject })).toMatchObject(consents);
    });

    test.each<readonly [string, Partial<SubmissionToAccept> | null]>([
      ['was refused and its form asks for details', {}],
      ['was refused and its form asks for no details', { detailsFingerprint: null }],
      ['does not exist', null],
    ])('creates no application when the first submission %s', async (_name, change) => {
      const scene = started();
      scene.service.fates.push(refusal);
      if (change !== null) await send(scene, { ...firstSubmission([answer('1')], 'Ada'), ...change });
      expect(await tryTo(scene, alone(text('1', 'better')))).toBe('already_submitted');
      await pass(scene, HOUR);
      expect(scene.service.requests).toEqual(change === null ? [] : ['application']);
    });
  });
});
