import { expect, test, vi } from 'vitest';
import type { FailureCode } from '../../core/model/failure.ts';
import { type Visit, visit, world } from './drafts.support.ts';

const fail = ({ form }: Pick<Visit, 'form'>, code: FailureCode, retryAfter: number | null = null) => {
  const failure = { code, retryable: true, retryAfter, questions: [], fields: [] };
  form.submission.value = { kind: 'failed', failure };
};

/** The text for a waiting application; null if none waits. */
const waiting = ({ line }: Visit) => (line?.isWaiting ? line.text : null);

test.each<readonly [FailureCode, number | null, number]>([
  ['offline', null, 6_000],
  ['service_unavailable', 20, 30_000],
  ['rate_limited', 3, 10_000],
])(
  'after %s the form sends by itself, and not before the server allows it',
  async (code, retryAfter, within) => {
    const first = await visit();
    vi.useFakeTimers();
    fail(first, code, retryAfter);
    expect(waiting(first)).toMatch(/is on this device/);
    await vi.advanceTimersByTimeAsync((retryAfter ?? 1) * 1000 - 1);
    expect(world.sentAgain).toBe(0);
    await vi.advanceTimersByTimeAsync(within);
    expect(world.sentAgain).toBe(1);
  },
);

test('clearing answers warns that the application may have arrived, before and after a change', async () => {
  const first = await visit();
  await first.type('1', 'yes');
  await expect.poll(() => first.line).not.toBeNull();
  await first.press('Clear my answers');
  expect(first.line?.text).not.toMatch(/may have reached the employer/);
  fail(first, 'offline');
  expect(first.line?.text).toMatch(/may have reached the employer/);
  await first.type('1', 'no');
  expect(first.line?.text).toMatch(/may have reached the employer/);
});

test('a permanent failure starts no retry', async () => {
  const first = await visit();
  vi.useFakeTimers();
  fail(first, 'job_closed');
  await vi.advanceTimersByTimeAsync(200_000);
  expect([world.sentAgain, waiting(first)]).toEqual([0, null]);
});

test('the form does not retry offline, and retries at once when the browser is online again', async () => {
  const first = await visit();
  vi.useFakeTimers();
  world.isOnline = false;
  fail(first, 'offline');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(world.sentAgain).toBe(0);
  world.isOnline = true;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(world.sentAgain).toBe(1);
});

test('the form does not send twice when the applicant presses Send during a retry', async () => {
  const first = await visit();
  vi.useFakeTimers();
  let answer = () => {};
  world.reached = new Promise((resolve) => {
    answer = resolve;
  });
  fail(first, 'offline');
  await vi.advanceTimersByTimeAsync(6_000);
  first.form.submission.value = { kind: 'sending' };
  answer();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(world.sentAgain).toBe(0);
});
