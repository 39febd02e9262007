import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../../growth.support.ts';
import { cleanFileName } from './file-name.ts';

test.each([
  ['dots', '.'],
  ['spaces and dots', ' .'],
  ['folders', '/.'],
])('the time that a name of %s takes grows with its length', (_name, part) => {
  const nameOf = (size: number) => `a${part.repeat(size)}a`;
  expect(growthOf(1_000, nameOf, cleanFileName)).toBeLessThan(STEEP);
});
