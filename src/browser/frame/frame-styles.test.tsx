// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { frameStyles, takeStyles } from './frame-page.ts';

let page: HTMLElement;
const styleOf = (name: string) => page.style.getPropertyValue(name);

beforeEach(() => {
  page = document.createElement('div');
});

const widget = `${process.cwd()}/src/ui/`;

test('the frame requests exactly the tokens that the form’s styles read from outside', () => {
  const files = readdirSync(widget, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.css$/.test(name),
  );
  const css = files.map((name) => readFileSync(`${widget}${name}`, 'utf8')).join('\n');
  const read = [...css.matchAll(/var\((--apply-[a-z-]+)/g)].map(([, name = '']) => name);
  const own = [...css.matchAll(/(--apply-[a-z-]+):/g)].map(([, name = '']) => name);
  // The frame knows its visible part by itself, since bars on the host's page are outside.
  const isInside = (name: string) => !own.includes(name) && !/^--apply-(ground|inset-.*)$/.test(name);
  const tokens = new Set(read.filter(isInside));
  expect([...frameStyles].filter((name) => !name.startsWith('color')).sort()).toEqual([...tokens].sort());
});

test('the frame ignores styles that it did not request, and values that are too long', () => {
  takeStyles(page, {
    '--apply-radius': '2px',
    '--apply-space': 'x'.repeat(501),
    '--apply-unknown': 'red',
    '--page-ground': 'red',
    background: 'red',
  });
  expect(page.getAttribute('style')).toBe('--apply-radius: 2px;');
});

test('an empty value restores the form’s default, and a missing one changes nothing', () => {
  takeStyles(page, { '--apply-radius': '2px', '--apply-space': '6px' });
  takeStyles(page, { '--apply-radius': '' });
  expect([styleOf('--apply-radius'), styleOf('--apply-space')]).toEqual(['', '6px']);
});

test.each([
  ['normal', 'light'],
  ['light dark', 'light dark'],
  ['only dark', 'only dark'],
])('a page with the colour scheme %j gets a form with the scheme %j', (host, form) => {
  takeStyles(page, { 'color-scheme': host });
  expect(styleOf('--host-scheme')).toBe(form);
});
