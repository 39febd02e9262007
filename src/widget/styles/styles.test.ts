import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const here = new URL('./', import.meta.url);
const first = readdirSync(here)
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(new URL(name, here), 'utf8'))
  .join('\n');
const later = ['later', 'rare']
  .map((name) => readFileSync(new URL(`../later/${name}.css`, here), 'utf8'))
  .join('\n');

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
const declared = (css: string) => [...withoutComments(css).matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
const read = (css: string) => [...withoutComments(css).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);

/** Custom properties come through a shadow root: a host's own `--paper` would colour the form. */
const notOurs = (css: string, known: readonly unknown[]) =>
  read(css).filter((name) => !name?.startsWith('--apply-') && !known.includes(name));

/** What a right-to-left language would leave on the wrong side. Text is the one exception: see `tokens.css`. */
const sided =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-(?:left|right|top|bottom)|left|right|width|height|(?:min|max)-(?:width|height)) *:/gm;

describe('the styles of the form', () => {
  test('read no custom property of the page around, but for the tokens', () => {
    expect(notOurs(first, declared(first))).toEqual([]);
    expect(notOurs(later, [...declared(first), ...declared(later)])).toEqual([]);
    expect(notOurs('a { color: var(--paper); }', [])).toEqual(['--paper']);
  });

  test('need nothing that only the later file declares', () => {
    expect(
      read(first).filter((name) => !declared(first).includes(name) && declared(later).includes(name)),
    ).toEqual([]);
  });

  test('name every class as ours, so that without a shadow root no framework of the host means the same', () => {
    const classesIn = (css: string) =>
      [...withoutComments(css).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
    const foreign = (css: string) => classesIn(css).filter((name) => !/^af(-|$)/.test(name ?? ''));
    expect(foreign(first + later)).toEqual([]);
    expect(foreign('.row { margin: 0; }')).toEqual(['row']);
  });

  test('know no left and right, so that every language reads them from its own side', () => {
    expect(withoutComments(first + later).match(sided)).toBeNull();
    expect('a { margin-left: 1px; }').toMatch(sided);
  });
});
