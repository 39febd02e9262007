// @vitest-environment happy-dom
import { type ReadonlySignal, signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { View } from '../form/contract.ts';
import { formOf, question, viewOf } from './inspector.support.tsx';
import { createMirror } from './mirror-form.ts';

/** Counts who follows a signal at present. */
function counted(original: ReadonlySignal<unknown>): () => number {
  const subscribe = original.subscribe.bind(original);
  let followers = 0;
  original.subscribe = (told) => {
    const stop = subscribe(told);
    followers += 1;
    return () => {
      followers -= 1;
      stop();
    };
  };
  return () => followers;
}

/** A form of which two signals are read through the mirror, and how many follow these. */
function readForm() {
  const form = formOf([question('1', 'boolean')]);
  const followers = [counted(form.visible), counted(form.submission)];
  return { form, followers: () => followers.map((count) => count()) };
}

const read = (own: ReadonlySignal<View>) => {
  const now = own.peek();
  return now.kind === 'form' ? [now.form.visible.peek(), now.form.submission.peek()] : [];
};

test('the form of an earlier view is not followed any more, and the mirror follows the new one', () => {
  const [first, second] = [readForm(), readForm()];
  const foreign = signal<View>(viewOf(first.form));
  const mirror = createMirror();
  const own = mirror.view(foreign);
  read(own);
  expect(first.followers()).toEqual([1, 1]);
  foreign.value = viewOf(second.form);
  read(own);
  expect([first.followers(), second.followers()]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  foreign.value = viewOf(second.form);
  read(own);
  expect(second.followers()).toEqual([1, 1]);
  foreign.value = { kind: 'closed' };
  expect(second.followers()).toEqual([0, 0]);
  foreign.value = viewOf(second.form);
  read(own);
  mirror.end();
  expect(second.followers()).toEqual([0, 0]);
});
