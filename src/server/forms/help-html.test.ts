import { expect, test } from 'vitest';
import { richTextTags } from '../../core/model/question.ts';
import fc from '../../properties.support.ts';
import { readHelpHtml } from './help-html.ts';

/** Writes nodes as text, for comparison. */
function show(nodes: ReturnType<typeof readHelpHtml>): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const href = node.href === undefined ? '' : ` ${node.href}`;
      return `<${node.tag}${href}>${show(node.children)}</${node.tag}>`;
    })
    .join('');
}

test.each([
  ['5 < 6 &amp; 7 &gt; 6 &eacute;', '5 < 6 & 7 > 6 é'],
  ['<p>One</p><p>two<br>three</p>', '<p>One</p><p>two<br></br>three</p>'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['a<style>*{display:none}</style>b', 'ab'],
  ['a<svg><a href="javascript:1">b</a></svg>c', 'ac'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['<a href="https://a.example/x?y=1#z">link</a>', '<a https://a.example/x?y=1#z>link</a>'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<a href=" jAvAsCrIpT:alert(1)">x</a>', 'x'],
  ['<a href="java&#10;script:alert(1)">x</a>', 'x'],
  ['<a href="data:text/html,x">x</a>', 'x'],
  ['<a href="//host.example">x</a>', 'x'],
  ['<p onclick="x" id="y" class="z">text</p>', '<p>text</p>'],
  ['<p>never closed', '<p>never closed</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
])('%s becomes %s', (html, shown) => {
  expect(show(readHelpHtml(html))).toBe(shown);
});

test('nesting is limited to 12 levels without losing text', () => {
  const deep = readHelpHtml(`${'<em>'.repeat(10_000)}text${'</em>'.repeat(10_000)}`);
  expect(show(deep).match(/<em>/g)?.length).toBeLessThanOrEqual(12);
  expect(show(deep)).toContain('text');
});

test('only the eight allowed tags and web addresses pass', () => {
  const chunks = fc.constantFrom(
    ...['<p>', '</p>', '<a href="javascript:x">', '<a href="https://a.example">', '</a>', '<script>'],
    ...['</script>', '<svg>', '<li', '>', '"', '&lt;', 'text', '<!--', '-->', '<![CDATA[', ']]>'],
    ...['<template>', '\u0000'],
  );
  fc.assert(
    fc.property(fc.array(chunks, { maxLength: 40 }), (html) => {
      const check = (nodes: ReturnType<typeof readHelpHtml>): void => {
        for (const node of nodes) {
          if (typeof node === 'string') continue;
          expect(richTextTags).toContain(node.tag);
          expect(Object.keys(node).every((name) => ['tag', 'href', 'children'].includes(name))).toBe(true);
          if (node.href !== undefined) expect(node.href).toMatch(/^(https?:\/\/|mailto:)/);
          check(node.children);
        }
      };
      check(readHelpHtml(html.join('')));
    }),
  );
});
