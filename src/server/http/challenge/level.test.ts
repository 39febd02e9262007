/** What raises the cost of a submission, and what never does. */
import { expect, test } from 'vitest';
import { challengeLevel, type Filling } from './check-challenge.ts';

const byHand: Filling = { seconds: 120, events: 40, hidden: 0 };

const levelOf = (filling: Partial<Filling> | null, raised = false) =>
  challengeLevel(filling === null ? null : { ...byHand, ...filling }, raised);

test('a form that was filled in by hand costs nothing, nor does what another client sends', () => {
  expect(levelOf({})).toBe('none');
  expect(levelOf(null)).toBe('none');
});

test('a form that is sent at once and without one event costs the normal step, a filled hidden field the hard one', () => {
  expect(levelOf({ seconds: 0, events: 0 })).toBe('normal');
  expect(levelOf({ hidden: 12 })).toBe('hard');
});

test('under pressure everyone solves the normal step, and who is conspicuous the hard one', () => {
  expect(levelOf({}, true)).toBe('normal');
  expect(levelOf(null, true)).toBe('normal');
  expect(levelOf({ seconds: 0, events: 0 }, true)).toBe('hard');
});
