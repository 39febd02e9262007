import { expect, test } from 'vitest';
import { createQuota } from './staging-quota.ts';

test('visitors fill three quarters of the room, and the rest is for those that a back end vouches for', async () => {
  const quota = createQuota({ mostBytes: 100, total: async () => 0, monotonic: () => 0 });
  await quota.refresh();
  const visitor = quota.begin(true);
  expect(visitor.take(75)).toBe(true);
  expect(visitor.take(1)).toBe(false);
  const known = quota.begin();
  expect(known.take(25)).toBe(true);
  expect(known.take(1)).toBe(false);
});
