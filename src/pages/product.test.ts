import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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

describe('the inspector, which the colours of the page do not reach,', () => {
  const own = readFileSync(new URL('../inspector/inspector.css', import.meta.url), 'utf8');

  test('has the colours of our other pages', () => {
    const product = readFileSync(new URL('./product.css', import.meta.url), 'utf8');
    expect(Object.fromEntries(coloursOf(own))).toMatchObject(Object.fromEntries(coloursOf(product)));
  });

  test('has the light ones for browsers that know only one of two', () => {
    const colours = coloursOf(own);
    expect(colours.size).toBe(13);
    for (const [name, colour] of colours) {
      const light = /light-dark\(([^,]+),/.exec(colour)?.[1];
      expect(own).toContain(`\n  --${name}: ${light};`);
    }
  });
});
