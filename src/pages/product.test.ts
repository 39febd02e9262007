import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageStyle } from '../sandbox/page/page-style.ts';

/** The colours by name, as a style sheet sets them on the page, or on the element that it is the style of. */
function coloursOf(css: string): ReadonlyMap<string, string> {
  const own = /:(?:root|host) \{([^}]*light-dark[^}]*)\}/.exec(css)?.[1] ?? '';
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
