import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announce, clearAnnouncements } from './announcer.ts';
import type { Region } from './screen.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Records each announcement of the region, as a screen reader hears it. */
function listen() {
  const region: Region = signal([]);
  const announced: string[] = [];
  effect(() => {
    if (region.value.length > 0) announced.push(region.value.join(' | '));
  });
  return { region, announced };
}

describe('the live region', () => {
  test('announces the results of one act together', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    announce({ region }, 'two', 'three');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(announced).toEqual(['one | two | three']);
  });

  test('leaves an announcement up before the next one replaces it, and loses none', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(200);
    announce({ region }, 'two');
    await vi.advanceTimersByTimeAsync(200);
    announce({ region }, 'three');
    expect(region.value).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(500);
    expect(region.value).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(300);
    expect(announced).toEqual(['one', 'two | three']);
  });

  /** A screen reader that reads the region some time after each change. */
  function slowReader(region: Region) {
    const read: string[] = [];
    const due: number[] = [];
    effect(() => {
      if (region.value.length > 0) due.push(Date.now() + 600);
    });
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 100) {
        await vi.advanceTimersByTimeAsync(100);
        if (due[0] === undefined || due[0] > Date.now()) continue;
        due.shift();
        read.push(...region.peek());
      }
    };
    return { read, pass };
  }

  test('a slow screen reader reads every announcement', async () => {
    const { region } = listen();
    const { read, pass } = slowReader(region);
    for (const sentence of ['one', 'two', 'three']) {
      announce({ region }, sentence);
      await pass(200);
    }
    await pass(5_000);
    expect(read).toEqual(['one', 'two', 'three']);
  });

  test('a slow screen reader misses text that is written without the announcer (control)', async () => {
    const { region } = listen();
    const { read, pass } = slowReader(region);
    for (const sentence of ['one', 'two', 'three']) {
      region.value = [sentence];
      await pass(200);
    }
    await pass(5_000);
    expect(read).not.toContain('one');
  });

  test('announces the same sentence twice, with silence in between', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(3_000);
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(0);
    expect(region.value).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(announced).toEqual(['one', 'one']);
  });

  test('loses nothing when many announcements come while one is up', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(10);
    const words = Array.from({ length: 12 }, (_, place) => `change ${place}`);
    for (const sentence of words) announce({ region }, sentence);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(region.value).toHaveLength(4);
    expect(announced.slice(1).join(' ').replaceAll(' | ', ' ')).toBe(words.join(' '));
  });

  test('announces the last of a thousand changes', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(10);
    for (let time = 0; time < 1_000; time += 1) announce({ region }, `change ${time}.`);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(announced).toHaveLength(2);
    expect(announced[1]).toMatch(/^change 988\. \| change 989\. .* change 999\.$/);
  });

  test('drops outdated announcements, spoken or waiting', async () => {
    const { region, announced } = listen();
    announce({ region }, 'one');
    await vi.advanceTimersByTimeAsync(10);
    announce({ region }, 'two');
    clearAnnouncements({ region });
    expect(region.value).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(announced).toEqual(['one']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
