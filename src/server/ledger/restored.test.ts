import { describe, expect, test } from 'vitest';
import { subject } from '../../core/model/ids.ts';
import type { SubmissionToAccept } from '../ports.ts';
import {
  answer,
  createScene,
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
  test.each([
    ['is found and not sent again', true, 1],
    ['control: without the mark it is sent again', false, 2],
  ])('%s', async (_name, isMarked, copies) => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, submission([answer('1'), answer('2')]), '1');
    const restored = await restore(scene, copy, isMarked);
    await pass(restored, HOUR);
    expect([copiesOf(scene, '1'), copiesOf(scene, '2')]).toEqual([1, copies]);
    expect(await states(restored)).toEqual(['1 delivered', '2 delivered']);
  });

  test.each([
    ['an application that it made is found', true, 1],
    ['control: without the mark a second one is made', false, 2],
  ])('%s', async (_name, isMarked, made) => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, firstSubmission([answer('1')]), null);
    const restored = await restore(scene, copy, isMarked);
    await pass(restored, HOUR);
    expect(countOf(scene, 'application')).toBe(made);
    expect(copiesOf(scene, '1')).toBe(made);
    expect(await states(restored)).toEqual(['application delivered', '1 delivered']);
  });

  test('is looked for when its last POST has had its time', async () => {
    const scene = createScene();
    const copy = await sendAndCopy(scene, submission([answer('1'), answer('2')]), '1');
    scene.service.hides = true;
    const restored = await restore(scene, copy);
    await pass(restored, wait.answer - 2_000);
    expect(await states(restored)).toEqual(['1 checking', '2 checking']);
    scene.service.hides = false;
    await pass(restored, HOUR);
    expect(await states(restored)).toEqual(['1 delivered', '2 delivered']);
  });
});

test('what did not go before is sent, once', async () => {
  const scene = createScene();
  await accept(scene, submission([answer('1'), answer('2<1')]));
  const copy = scene.store.backUp();
  const restored = await restore(scene, copy);
  await pass(restored, HOUR);
  expect([copiesOf(scene, '1'), copiesOf(scene, '2')]).toEqual([1, 1]);
  expect(await states(restored)).toEqual(['1 delivered', '2 delivered']);
});

describe('a correction that the copy does not know', () => {
  const isRefused = { kind: 'invalid', pointers: [], members: [] } as const;

  test('is told as another value, and nothing is sent', async () => {
    const scene = started();
    scene.service.fates.push(isRefused);
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

  test('comes again, and what it adds is looked for, of an application of our own making, too', async () => {
    const scene = started();
    scene.service.fates.push('stored', 'stored', isRefused);
    const wrong = [text('1', 'same'), text('2', 'wrong')];
    const right = [text('1', 'same'), text('2', 'right'), text('3<2', 'more')];
    await accept(scene, firstSubmission(wrong));
    await pass(scene, 10_000);
    const copy = scene.store.backUp();
    await accept(scene, firstSubmission(right));
    await pass(scene, 10_000);
    // Of the question that was refused the service shows nothing any more: the recruiter has taken it away.
    scene.service.held.splice(1, 1);
    scene.service.fates.push(isRefused);
    const restored = await restore(scene, copy);
    await pass(restored, HOUR);
    expect(await states(restored)).toEqual([
      'application delivered',
      '1 delivered',
      '2 refused invalid_answer',
    ]);
    await accept(restored, firstSubmission(right));
    await pass(restored, HOUR);
    expect(['1', '2', '3'].map((name) => copiesOf(scene, name))).toEqual([1, 1, 1]);
  });
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
    expect(await states(restored)).toEqual(['application delivered', '1 delivered', '2 delivered']);
  });

  test('goes at once where nothing of it is there, and with the next day nothing is looked for any more', async () => {
    const scene = createScene();
    const restored = await restore(scene, scene.empty);
    await pass(restored, HOUR);
    await accept(restored, sent);
    await pass(restored, 10_000);
    expect(scene.service.asked.slice(0, 2)).toEqual(['find', 'application']);
    expect(await states(restored)).toEqual(['application delivered', '1 delivered', '2 delivered']);
    await pass(restored, 24 * HOUR);
    await accept(restored, { ...sent, key: { ...sent.key, subject: subject('next') } });
    await pass(restored, 10_000);
    expect(countOf(scene, 'find')).toBe(1);
    expect(countOf(scene, 'application')).toBe(2);
  });

  test.each([
    ['an application', sent, ['application delivered', '1 delivered', '2 delivered']],
    ['answers', submission([answer('1'), answer('2')]), ['1 delivered', '2 delivered']],
  ])(
    'goes where the service cannot be asked, as it is far more likely to be new: %s',
    async (_name, sent, ended) => {
      const scene = createScene({ withoutReadBack: () => 'park' });
      scene.service.findApplication = async () => ({ ok: false, error: { kind: 'impossible' } });
      scene.service.readAnswers = async () => ({ ok: false, error: { kind: 'impossible' } });
      const restored = await restore(scene, scene.empty);
      await accept(restored, sent);
      await pass(restored, HOUR);
      expect(await states(restored)).toEqual(ended);
    },
  );

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

describe('where the service does not show what it holds', () => {
  test.each([
    ['park', 1, ['1 parked unclear', '2 parked unclear']],
    ['resend', 2, ['1 delivered', '2 delivered']],
  ] as const)('what is open follows the choice %s', async (choice, copies, ended) => {
    const scene = createScene({ withoutReadBack: () => choice });
    scene.service.readAnswers = async () => {
      scene.service.asked.push('read');
      return { ok: false, error: { kind: 'impossible' } };
    };
    const copy = await sendAndCopy(scene, submission([answer('1'), answer('2')]), '1');
    const restored = await restore(scene, copy);
    await pass(restored, HOUR);
    expect(copiesOf(scene, '2')).toBe(copies);
    expect(await states(restored)).toEqual(ended);
  });
});
