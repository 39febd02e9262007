/** Documents that are added to an application after it was made: each a PATCH of its own, told apart by its name alone. */
import { describe, expect, test } from 'vitest';
import { fileId } from '../../core/model/ids.ts';
import type { LedgerAnswer } from '../ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { createCipher } from './cipher.ts';
import { hold } from './fake-service.support.ts';
import {
  answer,
  attached,
  createScene,
  delivered,
  document,
  firstSubmission,
  HOUR,
  key,
  pass,
  type Scene,
  send,
  started,
  states,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';
import { RETENTION } from './record.ts';

const QUESTION = 'detail:documents';
const refused: ServiceError = { kind: 'invalid', pointers: [], members: [] };

const [a, b] = [document('a'), document('b', 1)];
const sent = firstSubmission([a, b, answer('1')]);
const copiesOf = ({ service }: Scene, name: string): number =>
  service.held.filter(({ attributes }) => JSON.stringify(attributes).includes(`"${name}"`)).length;
const writesOf = ({ service }: Scene, asked = QUESTION): number =>
  service.asked.filter((one) => one === asked).length;
const itemsOf = async ({ store }: Scene) => (await store.find(key))?.items ?? [];
const parkedAs = async (scene: Scene) => (await states(scene)).filter((one) => one.includes('parked'));

describe('documents that follow', () => {
  test('are added one by one, after the application is made and before its answers', async () => {
    const scene = started();
    await send(scene, sent);
    expect(scene.service.asked.slice(0, 4)).toEqual(['application', QUESTION, QUESTION, '1']);
    expect(await states(scene)).toEqual(delivered('application', QUESTION, `${QUESTION}.1`, '1'));
    expect(scene.files.released).toEqual([fileId('a'), fileId('b')]);
  });

  test('that are refused come back to their field, and hold up no answer', async () => {
    const scene = started();
    scene.service.fates.push('stored', refused);
    await send(scene, sent, HOUR);
    expect(await states(scene)).toEqual([
      'application delivered',
      `${QUESTION} refused invalid_answer`,
      `${QUESTION}.1 delivered`,
      '1 delivered',
    ]);
    await send(scene, firstSubmission([document('c'), b, answer('1')]), HOUR);
    expect(await states(scene)).toEqual(delivered('application', QUESTION, `${QUESTION}.1`, '1'));
    expect([copiesOf(scene, 'c.pdf'), copiesOf(scene, 'b.pdf')]).toEqual([1, 1]);
  });
});

describe('what became of a PATCH is looked up before another one goes', () => {
  test.each<readonly [string, Parameters<Scene['service']['fates']['push']>[0], number]>([
    ['its reply was lost', 'reply lost', 2],
    ['it was stored late', { late: 40_000 }, 2],
    ['it never arrived', 'request lost', 3],
  ])('%s', async (_name, fate, writes) => {
    const scene = started();
    scene.service.fates.push('stored', fate);
    await send(scene, sent, HOUR);
    expect([copiesOf(scene, 'a.pdf'), copiesOf(scene, 'b.pdf'), writesOf(scene)]).toEqual([1, 1, writes]);
    expect(await parkedAs(scene)).toEqual([]);
  });

  test('control: without the quiet time one that is stored late is added twice', async () => {
    const scene = started({ quiet: 0 });
    scene.service.fates.push('stored', { late: 40_000 });
    await send(scene, sent, HOUR);
    expect(copiesOf(scene, 'a.pdf')).toBe(2);
  });

  test('a service that shows none of them is not one that has none', async () => {
    const scene = started();
    scene.service.hides = true;
    scene.service.fates.push('stored', 'reply lost');
    await send(scene, sent, HOUR);
    expect(copiesOf(scene, 'a.pdf')).toBe(1);
    expect(await parkedAs(scene)).toEqual([`${QUESTION} parked unclear`]);
  });
});

describe('where the service does not show them', () => {
  const hidden = (withoutReadBack: 'park' | 'resend') => {
    const scene = started({ withoutReadBack: () => withoutReadBack });
    scene.service.showsDocuments = false;
    return scene;
  };

  test('an unclear one is parked, and an unclear answer is looked for all the same', async () => {
    const scene = hidden('park');
    scene.service.fates.push('stored', 'reply lost', 'stored', 'reply lost');
    await send(scene, sent, HOUR);
    expect(await states(scene)).toEqual([
      'application delivered',
      `${QUESTION} parked unclear`,
      `${QUESTION}.1 delivered`,
      '1 delivered',
    ]);
    expect(writesOf(scene, '1')).toBe(1);
  });
});

describe('a document is told by its name', () => {
  test('from the CV of its application, and from others that are there', async () => {
    const scene = started();
    scene.service.held.push(hold({ ...a, value: { kind: 'document', file: attached('cv') } }, 9, 0));
    scene.service.fates.push('stored', 'request lost');
    await send(scene, withFile('cv.pdf', [a, b]), HOUR);
    expect([copiesOf(scene, 'a.pdf'), copiesOf(scene, 'cv.pdf')]).toEqual([1, 1]);
    expect(await parkedAs(scene)).toEqual([]);
  });

  const withFile = (cv: string, answers: readonly LedgerAnswer[]) =>
    firstSubmission(answers, 'Ada', { files: { cv: attached('cv', cv) } });

  test.each<readonly [string, string[], 'delivered' | 'parked unclear']>([
    ['it may be one that has a name of the service', ['20260101-1.pdf'], 'parked unclear'],
    ['not the CV, in the writing of the service', ['CV_.pdf'], 'delivered'],
  ])('and is sent again only where no other file can be it: %s', async (_name, shown, end) => {
    const scene = started();
    scene.service.fates.push('stored', 'request lost', 'request lost');
    scene.service.held.push(...shown.map(heldAs));
    await send(scene, withFile('cv.pdf', [a, b]), HOUR);
    expect((await states(scene))[1]).toBe(`${QUESTION} ${end}`);
    expect(copiesOf(scene, 'a.pdf')).toBe(end === 'delivered' ? 1 : 0);
  });

  /** The file that was refused is replaced by one that has the name of another that has arrived. */
  const corrected = async (fate: 'request lost' | 'reply lost', wait: number) => {
    const scene = started();
    scene.service.fates.push('stored', refused);
    await send(scene, firstSubmission([document('a', 0, 'x.pdf'), document('b', 1, 'x.pdf')]), wait);
    expect(await states(scene)).toContain(`${QUESTION} refused invalid_answer`);
    scene.service.fates.push(fate);
    const again: LedgerAnswer[] = [document('b', 0, 'x.pdf'), document('c', 1, 'x (2).pdf')];
    await send(scene, firstSubmission(again), HOUR);
    return scene;
  };

  test.each([
    ['once all was counted', 'request lost', HOUR],
    ['at once, and it had arrived', 'reply lost', 1_000],
  ] as const)(
    'and where a correction brings a name that is there already, both arrive once: %s',
    async (...row) => {
      const scene = await corrected(row[1], row[2]);
      expect([copiesOf(scene, 'x (2).pdf'), copiesOf(scene, 'x (2) (2).pdf')]).toEqual([1, 1]);
      expect(await states(scene)).toEqual(delivered('application', `${QUESTION}.1`, QUESTION));
    },
  );

  const heldAs = (name: string) =>
    hold({ ...a, value: { kind: 'document', file: attached('x', name) } }, 9, 0);

  test('which stays sealed until all has arrived and was counted, or is wiped', async () => {
    const named = async (scene: Scene) =>
      (await itemsOf(scene)).filter(({ question, payload }) => question === QUESTION && payload !== null)
        .length;
    const whole = started();
    await send(whole, sent, 10_000);
    expect(await named(whole)).toBe(2);
    await pass(whole, HOUR);
    expect(await named(whole)).toBe(0);
    const made = started();
    await send(made, withCv([a]), 10_000);
    expect(await sealed(made)).toContain('Canary');
    await pass(made, HOUR);
    expect(await sealed(made)).not.toContain('Canary');
    expect(await sealed(made)).toContain('99');
    const open = started();
    open.service.fates.push('stored', refused);
    await send(open, sent, 2 * HOUR);
    expect(await named(open)).toBe(2);
    await pass(open, RETENTION.payloads);
    expect(await named(open)).toBe(0);
  });

  const withCv = (answers: readonly LedgerAnswer[]) =>
    firstSubmission(answers, 'Ada', { files: { cv: attached('cv', 'Canary.pdf') } });
  const sealed = async (scene: Scene) => Buffer.from((await itemsOf(scene))[0]?.payload ?? []).toString();

  test('of which nothing stands in the store in clear', async () => {
    const scene = createScene({}, { cipher: createCipher(['s'.repeat(32)]) });
    scene.ledger.start();
    await send(scene, firstSubmission([document('a', 0, 'Canary.pdf')]), 10_000);
    const items = await itemsOf(scene);
    expect(items.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    const bytes = items.map(({ payload }) => Buffer.from(payload ?? []).toString('latin1'));
    expect(JSON.stringify(items) + bytes.join()).not.toContain('Canary');
  });
});

describe('in a restored store', () => {
  async function restored(isShown: boolean): Promise<Scene> {
    const scene = started();
    await scene.ledger.accept(sent, 0);
    let restoreCopy = scene.store.backUp();
    scene.service.before = async (asked) => {
      if (asked === QUESTION && copiesOf(scene, 'a.pdf') === 0) restoreCopy = scene.store.backUp();
    };
    await pass(scene, 20_000);
    expect(copiesOf(scene, 'b.pdf')).toBe(1);
    const ended = scene.ledger.drain(0);
    await pass(scene, 1_000);
    await ended;
    scene.service.showsDocuments = isShown;
    restoreCopy();
    await scene.store.doubt({ answer: 75_000, file: 475_000 });
    const ledger = createLedger({ ...scene.dependencies, owner: 'restored' });
    ledger.start();
    await pass(scene, HOUR);
    return { ...scene, ledger };
  }

  test('they are looked for before any of them goes again', async () => {
    const scene = await restored(true);
    expect([copiesOf(scene, 'a.pdf'), copiesOf(scene, 'b.pdf')]).toEqual([1, 1]);
    expect(await parkedAs(scene)).toEqual([]);
  });
});
