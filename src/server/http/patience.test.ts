import { beforeEach, expect, test } from 'vitest';
import { giveTurn } from '../clock.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.support.ts';
import { createPatience } from './patience.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = createVirtualClock();
});

const never = () => new Promise<void>(() => undefined);

/** Milliseconds that pass until it has waited. */
async function timeOf(wait: () => Promise<unknown>): Promise<number> {
  const began = clock.monotonic();
  const waited = wait();
  await clock.run();
  await waited;
  return clock.monotonic() - began;
}

test('several readings that hang keep a receipt waiting as long as one', async () => {
  const one = await timeOf(() => createPatience(clock, { isForReceipt: true }).forNewer(never()));
  const patience = createPatience(clock, { isForReceipt: true });
  const several = await timeOf(async () => {
    await patience.forNewer(never());
    await patience.forFirst(never());
    await patience.forNewer(never());
  });
  expect(one).toBeGreaterThan(0);
  expect(several).toBe(one);
});

test('what kept one request waiting keeps no other one, until it has come', async () => {
  let come: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => {
    come = resolve;
  });
  const first = createPatience(clock).forNewer(reading);
  await clock.run();
  expect(await first).toBe(false);
  const next = createPatience(clock);
  expect(await timeOf(() => next.forNewer(reading))).toBe(0);
  expect([await next.forNewer(reading), next.isSpent()]).toEqual([false, true]);
  come();
  await reading;
  const last = createPatience(clock);
  expect([await last.forNewer(reading), last.isSpent()]).toEqual([true, false]);
});

test('what comes in time is waited for', async () => {
  const patience = createPatience(clock, { isForReceipt: true });
  expect(await patience.forNewer(Promise.resolve())).toBe(true);
  expect(await patience.forFirst(giveTurn())).toBe(true);
  expect(patience.isSpent()).toBe(false);
});
