import { expect, test } from 'vitest';
import type { RichText } from '../model/question.ts';
import { readRichText } from './read-questions.ts';

test.each<[string, unknown, RichText]>([
  ['a text keeps its markup as characters', 'Use <b>bold</b> & co.', ['Use <b>bold</b> & co.']],
  ['a blank text is empty', ' \n', []],
  ['undefined is empty', undefined, []],
  ['an object is empty', { tag: 'p' }, []],
  [
    'texts and elements are read',
    ['a', { tag: 'strong', children: ['b'] }, 'c'],
    ['a', { tag: 'strong', children: ['b'] }, 'c'],
  ],
  [
    'every allowed element is read',
    ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em'].map((tag) => ({ tag, children: [] })),
    (['p', 'br', 'ul', 'ol', 'li', 'strong', 'em'] as const).map((tag) => ({ tag, children: [] })),
  ],
  [
    'an element that is not allowed is replaced by its children',
    ['a', { tag: 'script', children: ['b', { tag: 'em', children: ['c'] }] }, 'd'],
    ['a', 'b', { tag: 'em', children: ['c'] }, 'd'],
  ],
  [
    'an element in upper case, or without a tag, is replaced by its children',
    [
      { tag: 'P', children: ['a'] },
      { children: ['b'] },
      { tag: ['p'], children: ['c'] },
      { tag: 'constructor', children: ['d'] },
    ],
    ['a', 'b', 'c', 'd'],
  ],
  [
    'children that are not a list are dropped',
    [{ tag: 'p', children: 'a' }, { tag: 'p' }],
    [
      { tag: 'p', children: [] },
      { tag: 'p', children: [] },
    ],
  ],
  ['members that are not nodes are left out', [null, 7, true, ['a'], 'b'], ['b']],
  [
    'other members of a node are left out',
    [{ tag: 'p', onclick: 'x()', style: 'x', href: 'https://a', children: [] }],
    [{ tag: 'p', children: [] }],
  ],
])('help text: %s', (_name, json, help) => {
  expect(readRichText(json)).toEqual(help);
});

test.each(['https://example.com', 'http://example.com', 'HTTPS://EXAMPLE.COM', 'mailto:me@example.com'])(
  'a link to %s stays a link',
  (href) => {
    expect(readRichText([{ tag: 'a', href, children: ['x'] }])).toEqual([
      { tag: 'a', href, children: ['x'] },
    ]);
  },
);

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//example.com',
  'example.com',
  '',
  ' https://example.com',
  null,
  undefined,
])('a link to %j becomes plain text', (href) => {
  expect(readRichText([{ tag: 'a', href, children: ['x'] }])).toEqual(['x']);
});

test('help text of any depth is read, and shown at most twenty elements deep', () => {
  const depth = 50_000;
  const json: unknown = JSON.parse(`${'[{"tag":"em","children":'.repeat(depth)}["end"]${'}]'.repeat(depth)}`);
  let nodes = readRichText(json);
  let elements = 0;
  for (let [node] = nodes; typeof node === 'object'; [node] = nodes) {
    nodes = node.children;
    elements += 1;
  }
  expect(elements).toBe(20);
  expect(nodes).toEqual(['end']);
});
