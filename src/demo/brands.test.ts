import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandTokens, type Tokens } from './brand-tokens.ts';

const names = ['bank', 'hospital', 'studio'] as const;

/** All tokens that a host page may set. */
const tokens =
  'font font-size color-text color-muted color-bg color-surface color-border color-accent color-on-accent color-error color-success color-focus focus-width space radius control-height label-weight max-width motion'
    .split(' ')
    .map((name) => `--apply-${name}`);

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
  const channels = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const colourOf = (declared: Tokens, scheme: 'light' | 'dark', name: string) =>
  /light-dark\((#\w+), (#\w+)\)/.exec(declared[`--apply-color-${name}`] ?? '')?.[
    scheme === 'light' ? 1 : 2
  ] ?? '';

/** Minimum contrast: 4.5 to 1 for text, 3 to 1 for controls and their states. */
const pairs: readonly (readonly [string, string, number])[] = [
  ['text', 'bg', 4.5],
  ['text', 'surface', 4.5],
  ['muted', 'bg', 4.5],
  ['muted', 'surface', 4.5],
  ['accent', 'bg', 4.5],
  ['accent', 'surface', 4.5],
  ['on-accent', 'accent', 4.5],
  ['error', 'bg', 4.5],
  ['success', 'bg', 3],
  ['border', 'bg', 3],
  ['border', 'surface', 3],
  ['focus', 'bg', 3],
];

describe.each(names)('the brand %s', (name) => {
  test('has only tokens, the same as on its host page', () => {
    const page = readFileSync(new URL(`../../e2e/hosts/brand-${name}.html`, import.meta.url), 'utf8');
    const declared = Object.entries(brandTokens[name]);
    expect(declared.length).toBeGreaterThan(12);
    expect(declared.filter(([each]) => !tokens.includes(each))).toEqual([]);
    expect(declared.filter(([each, value]) => !page.includes(`${each}: ${value};`))).toEqual([]);
    expect(page.match(/--apply-[\w-]+:/g)).toHaveLength(declared.length);
  });

  test.each(['light', 'dark'] as const)('has enough contrast in %s', (scheme) => {
    const declared = brandTokens[name];
    const faint = pairs
      .map(([front, ground, least]) => {
        const measured = contrast(colourOf(declared, scheme, front), colourOf(declared, scheme, ground));
        return { pair: `${front} on ${ground}`, measured, least };
      })
      .filter(({ measured, least }) => !(measured >= least));
    expect(faint).toEqual([]);
  });
});

test('contrast follows WCAG: grey 767676 on white passes for text, and 777777 fails', () => {
  expect(contrast('#767676', '#fff')).toBeGreaterThan(4.5);
  expect(contrast('#777777', '#fff')).toBeLessThan(4.5);
});
