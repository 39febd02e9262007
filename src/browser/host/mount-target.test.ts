import { expect, test } from 'vitest';
import { isLight } from './mount-target.ts';

test.each([
  ['rgb(255, 255, 255)', true],
  ['rgb(238, 238, 238)', true],
  ['rgb(168, 179, 190)', true],
  ['rgb(25, 25, 25)', false],
  ['rgb(0, 0, 0)', false],
  ['rgb(200, 0, 0)', false],
  ['rgb(0, 100, 0)', false],
  ['oklch(0.2 0.1 200)', false],
  ['', false],
])('the text colour %j counts as light: %s', (color, light) => expect(isLight(color)).toBe(light));
