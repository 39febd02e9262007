import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createPatience } from './patience.ts';

const never = () => new Promise<void>(() => undefined);

/** Milliseconds of one timer each, in sum: nothing is waited for twice. */
async function timeOf(wait: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await wait();
  return performance.now() - began;
}

test('several readings that hang keep a receipt waiting as long as one', async () => {
  const one = await timeOf(() => createPatience(systemClock, { isForReceipt: true }).forNewer(never()));
  const patience = createPatience(systemClock, { isForReceipt: true });
  const several = await timeOf(async () => {
    await patience.forNewer(never());
    await patience.forFirst(never());
    await patience.forNewer(never());
  });
  expect(several).toBeLessThan(2 * one);
});

test('what kept one request waiting keeps no other one, until it has come', async () => {
  let come: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => {
    come = resolve;
  });
  expect(await createPatience(systemClock).forNewer(reading)).toBe(false);
  const next = createPatience(systemClock);
  // Said at once: a tick of the loop, which comes before any timer, has not passed.
  const order: string[] = [];
  setImmediate(() => order.push('tick'));
  expect(await next.forNewer(reading)).toBe(false);
  order.push('told');
  expect([order, next.isSpent()]).toEqual([['told'], true]);
  come();
  await reading;
  const last = createPatience(systemClock);
  expect([await last.forNewer(reading), last.isSpent()]).toEqual([true, false]);
});

test('what comes in time is waited for', async () => {
  const patience = createPatience(systemClock, { isForReceipt: true });
  expect(await patience.forNewer(Promise.resolve())).toBe(true);
  expect(await patience.forFirst(new Promise((resolve) => setImmediate(resolve)))).toBe(true);
  expect(patience.isSpent()).toBe(false);
});
