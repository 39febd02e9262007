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

/** Milliseconds (`src/server/ledger/README.md#figures`: 15 and 60 s). */
const wait = { answer: 75_000, file: 195_000 };

async function accept({ ledger }: Scene, sent: SubmissionToAccept): Promise<void> {
  const accepted = await ledger.accept(sent, 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
}

/** Sends, and goes on to the end; the store as it was when this question was on its way, or at the receipt. */
async function sendAndCopy(
  scene: Scene,
  sent: SubmissionToAccept,
  question: string | null,
): Promise<() => void> {
  await accept(scene, sent);
  let copy = scene.store.backUp();
  scene.ledger.start();
  scene.service.before = async (asked) => {
    if (asked === question) copy = scene.store.backUp();
  };
  await pass(scene, 10_000);
  return copy;
}

/** The original ends, and a process begins with the copy of its store. */
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
  service.asked.filter((asked) => asked === name).length;
const copiesOf = ({ service }: Scene, question: string): number =>
  service.held.filter((held) => held.question === question).length;

describe('what the original has delivered since it was copied', () => {
  const answers = submission([answer('1'), answer('2')]);
  const first = firstSubmission([answer('1'), answer('2')]);

  test.each<readonly [string, SubmissionToAccept, string | null, boolean, number]>([
    ['answers are found', answers, '1', true, 1],
    ['control: without the mark answers are sent again', answers, '1', false, 2],
    ['an application is found', first, null, true, 1],
    ['control: without the mark an application is made again', first, null, false, 2],
  ])('%s', async (_name, sent, at, isMarked, copies) => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, sent, at);
    const restored = await restore(scene, copy, isMarked);
    await pass(restored, HOUR);
    expect(copiesOf(scene, '2')).toBe(copies);
    if (sent === first) expect(countOf(scene, 'application')).toBe(copies);
    expect((await states(restored)).every((state) => state.endsWith('delivered'))).toBe(true);
  });

  test('is looked for when its last POST has had its time', async () => {
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
  ] as const)('follows the choice %s where the service does not show it', async (choice, copies, ended) => {
    const scene = createScene({ withoutReadBack: () => choice });
    scene.service.readAnswers = async () => failure({ kind: 'impossible' });
    const copy = await sendAndCopy(scene, answers, '1');
    const restored = await restore(scene, copy);
    await pass(restored, HOUR);
    expect(copiesOf(scene, '2')).toBe(copies);
    expect(await states(restored)).toEqual(ended);
  });
});

test('a correction that the copy does not know is shown as another value, and nothing is sent', async () => {
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

describe('what the copy does not know, and an open page sends again', () => {
  const sent = firstSubmission([answer('1'), answer('2')]);

  test.each([
    ['is found, and neither made nor sent twice', true, 1],
    ['control: without the mark all of it is there twice', false, 2],
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

  test('goes at once where nothing of it is there, and with the next day nothing is looked for any more', async () => {
    const scene = createScene();
    const restored = await restore(scene, scene.empty);
    await pass(restored, HOUR);
    await accept(restored, sent);
    await pass(restored, 10_000);
    expect(scene.service.asked.slice(0, 2)).toEqual(['find', 'application']);
    expect(await states(restored)).toEqual(delivered('application', '1', '2'));
    await pass(restored, 24 * HOUR);
    await accept(restored, { ...sent, key: { ...sent.key, subject: subject('next') } });
    await pass(restored, 10_000);
    expect([countOf(scene, 'find'), countOf(scene, 'application')]).toEqual([1, 2]);
  });

  test.each([
    ['waits for what was on its way when the store was lost', true, 1],
    ['control: without the mark does not wait, and is there twice', false, 2],
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
