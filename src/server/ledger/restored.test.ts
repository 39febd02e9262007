import { describe, expect, test } from 'vitest';
import { failure } from '../../core/model/failure.ts';
import { subject } from '../../core/model/ids.ts';
import type { SubmissionToAccept } from '../ports.ts';
import {
  answer,
  createScene,
  delivered,
  firstSubmission,
  HOUR,
  pass,
  type Scene,
  started,
  states,
  submission,
  text,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';

/** Milliseconds, from the figures in `src/server/ledger/README.md#figures` (15 and 60 s). */
const wait = { answer: 75_000, file: 195_000 };

async function accept({ ledger }: Scene, sent: SubmissionToAccept): Promise<void> {
  const accepted = await ledger.accept(sent, 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
}

/** Sends to the end. Returns a backup from the moment when this question was being sent, or from the receipt. */
async function sendAndCopy(
  scene: Scene,
  sent: SubmissionToAccept,
  question: string | null,
): Promise<() => void> {
  await accept(scene, sent);
  let copy = scene.store.backUp();
  scene.ledger.start();
  scene.service.before = async (request) => {
    if (request === question) copy = scene.store.backUp();
  };
  await pass(scene, 10_000);
  return copy;
}

/** Ends the original process, and starts another one on the backup of its store. */
async function restore(scene: Scene, copy: () => void, isMarked = true): Promise<Scene> {
  const drained = scene.ledger.drain(0);
  await pass(scene, 1_000);
  await drained;
  copy();
  if (isMarked) await scene.store.doubt(wait);
  const dependencies = { ...scene.dependencies, owner: 'restored' };
  const ledger = createLedger(dependencies);
  ledger.start();
  return { ...scene, dependencies, ledger };
}

const countOf = ({ service }: Scene, name: string): number =>
  service.requests.filter((request) => request === name).length;
const copiesOf = ({ service }: Scene, question: string): number =>
  service.answers.filter((answer) => answer.question === question).length;

describe('a delivery made after the backup', () => {
  const answers = submission([answer('1'), answer('2')]);
  const first = firstSubmission([answer('1'), answer('2')]);

  test.each<readonly [string, SubmissionToAccept, string | null, boolean, number]>([
    ['is found in the service: answers', answers, '1', true, 1],
    ['control: is repeated when the restore goes unnoticed: answers', answers, '1', false, 2],
    ['is found in the service: an application', first, null, true, 1],
    ['control: is repeated when the restore goes unnoticed: an application', first, null, false, 2],
  ])('%s', async (_name, sent, at, isMarked, copies) => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, sent, at);
    const restored = await restore(scene, copy, isMarked);
    await pass(restored, HOUR);
    expect(copiesOf(scene, '2')).toBe(copies);
    if (sent === first) expect(countOf(scene, 'application')).toBe(copies);
    expect((await states(restored)).every((state) => state.endsWith('delivered'))).toBe(true);
  });

  test('is read back only after the last POST must have ended', async () => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, answers, '1');
    scene.service.hides = true;
    const restored = await restore(scene, copy);
    await pass(restored, wait.answer - 2_000);
    expect(await states(restored)).toEqual(['1 checking', '2 checking']);
    scene.service.hides = false;
    await pass(restored, HOUR);
    expect(await states(restored)).toEqual(delivered('1', '2'));
  });

  test.each([
    ['park', 1, ['1 parked unclear', '2 parked unclear']],
    ['resend', 2, delivered('1', '2')],
  ] as const)(
    'follows the setting "%s" when the service cannot be read back',
    async (choice, copies, ended) => {
      const scene = createScene({ withoutReadBack: () => choice });
      scene.service.readAnswers = async () => failure({ kind: 'impossible' });
      const copy = await sendAndCopy(scene, answers, '1');
      const restored = await restore(scene, copy);
      await pass(restored, HOUR);
      expect(copiesOf(scene, '2')).toBe(copies);
      expect(await states(restored)).toEqual(ended);
    },
  );
});

test('a correction that the backup lacks ends as a conflict, and nothing is sent', async () => {
  const scene = started();
  scene.service.fates.push({ kind: 'invalid', pointers: [], members: [] });
  await accept(scene, submission([text('1', 'wrong')]));
  await pass(scene, 10_000);
  const copy = scene.store.backUp();
  await accept(scene, submission([text('1', 'right')]));
  await pass(scene, 10_000);
  const restored = await restore(scene, copy);
  await pass(restored, HOUR);
  expect(copiesOf(scene, '1')).toBe(1);
  expect(await states(restored)).toEqual(['1 parked conflict']);
});

describe('a submission that the backup lacks and an open page sends again', () => {
  const sent = firstSubmission([answer('1'), answer('2')]);

  test.each([
    ['is found in the service and not repeated', true, 1],
    ['control: arrives twice when the restore goes unnoticed', false, 2],
  ])('%s', async (_name, isMarked, made) => {
    const scene = createScene();
    const copy = scene.store.backUp();
    await sendAndCopy(scene, sent, null);
    const restored = await restore(scene, copy, isMarked);
    await accept(restored, sent);
    await pass(restored, HOUR);
    expect(countOf(scene, 'application')).toBe(made);
    expect([copiesOf(scene, '1'), copiesOf(scene, '2')]).toEqual([made, made]);
    expect(await states(restored)).toEqual(delivered('application', '1', '2'));
  });

  test('is sent at once when the service lacks it, and a day later nothing is looked for', async () => {
    const scene = createScene();
    const restored = await restore(scene, scene.empty);
    await pass(restored, HOUR);
    await accept(restored, sent);
    await pass(restored, 10_000);
    expect(scene.service.requests.slice(0, 2)).toEqual(['find', 'application']);
    expect(await states(restored)).toEqual(delivered('application', '1', '2'));
    await pass(restored, 24 * HOUR);
    await accept(restored, { ...sent, key: { ...sent.key, subject: subject('next') } });
    await pass(restored, 10_000);
    expect([countOf(scene, 'find'), countOf(scene, 'application')]).toEqual([1, 2]);
  });

  test.each([
    ['waits for requests that were under way when the store was lost', true, 1],
    ['control: does not wait, and arrives twice, when the restore goes unnoticed', false, 2],
  ])('%s', async (_name, isMarked, copies) => {
    const scene = started();
    const copy = scene.store.backUp();
    scene.service.fates.push({ late: 8_000 });
    await accept(scene, submission([answer('1')]));
    await pass(scene, 100);
    const restored = await restore(scene, copy, isMarked);
    await accept(restored, submission([answer('1')]));
    await pass(restored, HOUR);
    expect(copiesOf(scene, '1')).toBe(copies);
  });
});
