import { expect, test } from 'vitest';
import { createHeldKey, IDLE } from './held-key.ts';

/** A key that is held, and a clock that the test moves. */
function hold() {
  let now = 1_000;
  const held = createHeldKey(() => now);
  held.hold('the key');
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { held, wait };
}

test('a key is held until it is forgotten', () => {
  const { held } = hold();
  expect(held.read()).toBe('the key');
  held.forget();
  expect(held.read()).toBeNull();
});

test('a key that is not used for 15 minutes is forgotten at the next look', () => {
  const { held, wait } = hold();
  wait(IDLE - 1);
  expect(held.read()).toBe('the key');
  wait(1);
  expect(held.read()).toBeNull();
});

test('after a sleep in which nothing ran, the first use gets no key and brings none back', () => {
  const { held, wait } = hold();
  wait(10 * IDLE);
  held.touch();
  expect(held.read()).toBeNull();
});

test('control: each use begins the 15 minutes anew', () => {
  const { held, wait } = hold();
  for (let times = 0; times < 5; times += 1) {
    wait(IDLE - 1);
    held.touch();
  }
  expect(held.read()).toBe('the key');
});
