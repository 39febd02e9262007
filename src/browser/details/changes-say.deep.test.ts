import { expect, test } from 'vitest';
import { enHeld } from '../../locale/en-held.ts';
import { sentencesOfChanges, sentencesOfNone } from './changes-say.ts';

const says = sentencesOfChanges((key) => enHeld[key]);

test.each([
  ['wait.offline', /Keep this page open/],
  ['wait.busy', /Keep this page open/],
  ['wait.unreached', /Keep this page open/],
  ['wait.slow', /Keep this page open/],
  ['wait.long', /You can also come back later: what you changed is kept on this device/],
])('changes that could not be sent so far say under %s what to do: %s', (key, words) => {
  expect(says[key]).toMatch(words);
});

test.each([
  ['kept.ask', /^Undo all changes/],
  ['kept.askSent', /^Undo all changes.*may have arrived already/],
  ['kept.yes', /undo them/],
  ['failure.body_too_large', /^Your changes are too big/],
])('under %s changes are spoken of: %s', (key, words) => {
  expect(says[key]).toMatch(words);
});

test('no sentence in the place of one of an application names an application, answers or files', () => {
  expect(Object.values(says).filter((said) => /\b(appl|answer|file)/i.test(said))).toEqual([]);
});

test('where nothing was changed, no sentence of the receipt says that changes arrived or may have', () => {
  const none = sentencesOfNone((key) => enHeld[key]);
  const ofReceipt = Object.keys(says).filter((key) => key.startsWith('receipt.'));
  expect(Object.keys(none).sort()).toEqual(ofReceipt.sort());
  expect(Object.values(none).filter((said) => /your changes|reached/i.test(said))).toEqual([]);
  // Control: those of changes do.
  expect(ofReceipt.map((key) => says[key]).join()).toMatch(/your changes.*reached/i);
});

test('that another part may not have arrived is not said of changes that have', () => {
  expect(says['receipt.attentionNone']).toBe(enHeld['held.attention']);
  expect(says).not.toHaveProperty(['receipt.attention']);
});
