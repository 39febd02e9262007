/** The cost of a submission by the way in which its form was filled in. */
import { expect, test } from 'vitest';
import { challengeLevel, type Filling } from './check-challenge.ts';

const byHand: Filling = { seconds: 120, events: 40, hidden: 0 };

const levelOf = (filling: Partial<Filling> | null, raised = false) =>
  challengeLevel(filling === null ? null : { ...byHand, ...filling }, raised);

test('a form filled in by hand costs nothing, nor does a client that reports nothing', () => {
  expect(levelOf({})).toBe('none');
  expect(levelOf(null)).toBe('none');
});

test('a form sent at once costs the normal challenge, a filled hidden field the hard one', () => {
  expect(levelOf({ seconds: 0, events: 0 })).toBe('normal');
  expect(levelOf({ hidden: 12 })).toBe('hard');
});

test('under load everyone solves the normal challenge, and a suspicious form the hard one', () => {
  expect(levelOf({}, true)).toBe('normal');
  expect(levelOf(null, true)).toBe('normal');
  expect(levelOf({ seconds: 0, events: 0 }, true)).toBe('hard');
});
