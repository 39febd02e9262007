import { describe, expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import type { NamedFault } from './application-members.ts';
import { refusedMembers } from './refused-members.ts';

const fault = (known: Partial<NamedFault>): NamedFault => ({
  pointer: null,
  attribute: null,
  detail: null,
  ...known,
});

describe('hostile words are read in a time that grows', () => {
  const faultsWith = (detail: string) => Array.from({ length: 100 }, () => fault({ detail }));

  test.each<readonly [string, (times: number) => string]>([
    ['names of two words, which are one word and its kind as well', (times) => 'zip code, '.repeat(times)],
    ['the same between articles', (times) => 'the linkedin profile and a valid '.repeat(times / 2)],
    ['articles alone', (times) => 'at least one '.repeat(times)],
  ])('with their length at most: %s', (_name, write) => {
    const sentence = (length: number) => faultsWith(`please provide ${write(length / 10)}x`);
    expect(growthOf(12, sentence, refusedMembers)).toBeLessThan(STEEP);
  });

  test.each([
    ['alternatives of one thing', 'cv or the cv or the '],
    ['exceptions that end in nothing', 'if not a not a unless '],
    ['what was applied for', 'apply to apply '],
    ['conditions of every application', 'for the in the when you apply as a '],
    ['when it is demanded', 'to apply for this job '],
    ['of which it is demanded', 'for the job '],
    ['articles and names', 'one or more cv and the '],
    ['names alone', 'cv, '],
    ['where to ask', 'contact us for help '],
    ['strokes', 'cv/phone/'],
    ['sentences', 'cv. if; '],
  ])('with their length at most, in a reason: %s', (_name, words) => {
    const reason = (length: number) => faultsWith(`cv is required ${words.repeat(length / words.length)}`);
    expect(growthOf(62, reason, refusedMembers)).toBeLessThan(STEEP);
  });

  test.each([
    ['names', 'zip code, '],
    ['what is almost taken', 'alread take '],
    ['spaces', ' _-'],
  ])('no more once they are longer than any sentence: %s', (_name, words) => {
    const endless = (length: number) => [
      fault({ detail: `no ${words.repeat(length / words.length)}`, words: [words.repeat(length / 8)] }),
    ];
    expect(growthOf(65_536, endless, refusedMembers)).toBeLessThan(0.5);
  });
});
