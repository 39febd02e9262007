import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageStyle } from '../sandbox/page/page-style.ts';

/** The colours by name, as a style sheet sets them on the page. */
function coloursOf(css: string): ReadonlyMap<string, string> {
  const own = /:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
  return new Map(
    [...own.matchAll(/--([\w-]+): (light-dark\([^;]*\));/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

test('the page of the sandbox, which shares no code with the rest, has the colours of our other pages', () => {
  const product = readFileSync(new URL('./product.css', import.meta.url), 'utf8');
  expect(coloursOf(product).size).toBe(11);
  expect(coloursOf(pageStyle)).toEqual(coloursOf(product));
});

/** The rules of a style sheet, whatever its spacing. */
const rulesOf = (css: string): readonly string[] =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('}')
    .map((rule) => rule.replace(/\s+/g, ' ').trim())
    .filter((rule) => rule !== '');

test('it is made of the same parts as our other pages', () => {
  const parts = rulesOf(readFileSync(new URL('./page-parts.css', import.meta.url), 'utf8'));
  expect(parts.length).toBeGreaterThan(15);
  const own = new Set(rulesOf(pageStyle));
  expect(parts.filter((rule) => !own.has(rule))).toEqual([]);
});
