import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Admission,
  admissionFor,
  createAdmission,
  createAdmissions,
  type Leave,
  retryAfter,
  unbounded,
} from './admission.ts';

let now = 0;
let used = 0.9;

beforeEach(() => {
  [now, used] = [0, 0.9];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const open = (): Admission => createAdmission(500, { now: () => now, utilisation: () => used });

type Entered = ReturnType<Admission['enter']>;
const isHere = (entered: Entered): entered is Leave => typeof entered === 'function';

/** So many come at one moment: those who began, how many wait, and how many were refused. */
function crowd(admission: Admission, count: number) {
  const all = Array.from({ length: count }, () => admission.enter());
  const begun = all.filter(isHere);
  const refused = all.filter((entered) => entered === null).length;
  const waiting = count - begun.length - refused;
  for (const entered of all) void collect(entered, begun);
  return { begun, waiting, refused, all };
}

/** Those who wait are among the begun as soon as they are. */
async function collect(entered: Entered, begun: Leave[]): Promise<void> {
  const leave = entered instanceof Promise ? await entered : null;
  if (leave !== null) begun.push(leave);
}

/** Serves one every so many milliseconds, for a while. */
async function serve(
  admission: Admission,
  leaving: Leave[],
  { each, count }: { each: number; count: number },
) {
  for (let place = 0; place < count; place += 1) {
    now += each;
    leaving.shift()?.();
    const entered = admission.enter();
    if (isHere(entered)) leaving.push(entered);
    else void collect(entered, leaving);
    await vi.advanceTimersByTimeAsync(0);
  }
}

describe('admission', () => {
  test('begins what comes alone at once', () => {
    const admission = open();
    for (let place = 0; place < 100; place += 1) {
      const entered = admission.enter();
      expect(isHere(entered)).toBe(true);
      if (isHere(entered)) entered();
    }
  });

  test('lets what exceeds its bound wait, and refuses what would wait for more than half a second', () => {
    const { begun, waiting, refused } = crowd(open(), 600);
    expect(begun).toHaveLength(16);
    // At 1 ms each, five hundred are half a second.
    expect(waiting).toBe(500);
    expect(refused).toBe(84);
  });

  test('begins those who wait in their order, each as another leaves', async () => {
    const admission = open();
    const { begun, all } = crowd(admission, 19);
    const order: number[] = [];
    for (const [place, entered] of all.entries())
      if (entered instanceof Promise) void entered.then(() => order.push(place));
    begun[0]?.();
    begun[0]?.();
    begun[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual([16, 17]);
  });

  test('learns from how fast they leave how many may wait', async () => {
    const admission = open();
    const { begun } = crowd(admission, 20);
    await serve(admission, begun, { each: 50, count: 100 });
    // Ten of 50 ms are half a second, of which four wait already.
    expect(crowd(admission, 100).waiting).toBeLessThan(10);
  });

  test('refuses those who wait while none leaves', async () => {
    const { all } = crowd(open(), 20);
    const late = all.filter((entered) => entered instanceof Promise);
    now += 1_001;
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(late)).toEqual([null, null, null, null]);
  });

  test('keeps no timer when none waits any more', async () => {
    const { begun } = crowd(open(), 17);
    expect(vi.getTimerCount()).toBe(1);
    for (const leave of begun) leave();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('begins fewer at once while the process is busy, and more where it waits for its store', async () => {
    const atOnce = async (utilisation: number) => {
      used = utilisation;
      const admission = open();
      const { begun } = crowd(admission, 40);
      await serve(admission, begun, { each: 5, count: 400 });
      return begun.length;
    };
    const [busy, roomy] = [await atOnce(1), await atOnce(0.3)];
    expect(busy).toBe(8);
    expect(roomy).toBeGreaterThan(30);
  });
});

describe('what it has learned of its pace', () => {
  test('says nothing about a time in which it had nothing to do', async () => {
    const admission = open();
    await serve(admission, crowd(admission, 1).begun, { each: 5, count: 3 });
    now += 60_000;
    expect(crowd(admission, 20)).toMatchObject({ refused: 0 });
  });

  test('is forgotten soon after the store has stood still', async () => {
    const admission = open();
    const { begun } = crowd(admission, 17);
    await serve(admission, begun, { each: 8_000, count: 2 });
    for (const leave of begun.splice(0)) leave();
    for (let number = 0; number < 60; number += 1) {
      const entered = admission.enter();
      now += 5;
      if (isHere(entered)) entered();
    }
    expect(crowd(admission, 20)).toMatchObject({ waiting: 4, refused: 0 });
  });
});

test('keys stay known, whatever is forgotten and however many tokens come', () => {
  const admissions = createAdmissions();
  const visitors = admissions.laneOf(null);
  admissions.know(['key']);
  admissions.vouch('token');
  admissions.forget('key');
  for (let number = 0; number < 6_000; number += 1) admissions.vouch(`token ${number}`);
  expect(admissions.laneOf('key')).not.toBe(visitors);
  expect(admissions.laneOf('token')).toBe(visitors);
});

describe('which bound a request has', () => {
  const lane = createAdmissions().laneOf(null);

  test.each([
    ['POST', '/submissions', lane.receipts],
    ['GET', '/submissions/K7M2-Q9XD', lane.others],
    ['POST', '/sessions', lane.others],
    ['GET', '/api/v1/questions', lane.others],
    ['OPTIONS', '/submissions', unbounded],
    ['PUT', '/files/1', unbounded],
    ['GET', '/healthz', unbounded],
    ['GET', '/readyz', unbounded],
    ['GET', '/metrics', unbounded],
    ['GET', '/apply-form.js', unbounded],
  ])('%s %s', (method, path, expected) => {
    expect(admissionFor(lane, method, path)).toBe(expected);
  });

  test('who was vouched for does not stand behind visitors, and those share what is theirs', () => {
    const admissions = createAdmissions();
    const visitors = admissions.laneOf(null);
    admissions.vouch('known');
    expect(admissions.laneOf('visitor')).toBe(visitors);
    expect(admissions.laneOf('known').receipts).not.toBe(visitors.receipts);
  });

  test('those who are refused come back two to eight seconds later', () => {
    expect([0, 0.5, 1].map((random) => retryAfter(() => random))).toEqual([2, 5, 8]);
  });
});
