import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { docsNames, sourceOf } from './docs-pages.ts';
import { makeDocs, markdown, renderMarkdown } from './docs-site.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = makeDocs(root);
const pages = [...files].flatMap(([path, html]) => (path.endsWith('.html') ? [{ path, html }] : []));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

const attributesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** Files of `public/docs` are served unchanged. */
const isServed = (path: string) => files.has(path) || existsSync(`${root}public/docs/${path}`);

/** Pages that the server has only in sandbox mode; `site.test.ts` checks that no other mode links to them. */
const sandboxPages: readonly string[] = ['../', '../attention'];

/** Returns the broken links and missing files of a page. */
function deadIn({ path, html }: { readonly path: string; readonly html: string }): readonly string[] {
  const addresses = [...attributesOf(html, 'href'), ...attributesOf(html, 'src')];
  return addresses.filter((address) => {
    if (/^(?:https?|data|mailto):/.test(address) || sandboxPages.includes(address)) return false;
    const [file = '', anchor = ''] = address.split('#');
    const name = file.replace(/^\.\//, '');
    if (file !== '' && !file.startsWith('./')) return true;
    const page = file === '' ? path : `${name === '' ? 'index' : name}.html`;
    const other = pages.find((candidate) => candidate.path === page);
    if (other === undefined) return !isServed(name);
    return anchor !== '' && !attributesOf(other.html, 'id').includes(anchor);
  });
}

describe('the documentation', () => {
  test('has a page for every guide and for every README of the code', () => {
    const guides = readdirSync(`${root}public/docs`).filter((file) => file.endsWith('.md'));
    const readmes = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('README.md'),
    );
    const sources = docsNames.map(sourceOf);
    const wanted = [...guides.map((file) => `public/docs/${file}`), ...readmes.map((file) => `src/${file}`)];
    expect(wanted.filter((file) => !sources.includes(file))).toEqual([]);
    expect(new Set(sources).size).toBe(sources.length);
  });

  test('has no broken link', () => {
    expect(pages.flatMap((page) => deadIn(page).map((address) => `${page.path}: ${address}`))).toEqual([]);
  });

  test('the test finds broken links (control)', () => {
    const html =
      '<a href="./no-such-page">a</a><a href="./embedding#no-such-heading">b</a><a href="#none">c</a>';
    expect(deadIn({ path: 'embedding.html', html })).toHaveLength(3);
  });

  test('gives each page a unique title, one main heading and unique ids', () => {
    const titles = pages.map(({ html }) => /<title>([^<]*)/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
    for (const { path, html } of pages) {
      expect(html.match(/<h1/g), path).toHaveLength(1);
      const ids = attributesOf(html, 'id');
      expect(
        ids.filter((id, place) => ids.indexOf(id) !== place),
        path,
      ).toEqual([]);
    }
  });

  test('has no inline styles and no inline scripts, as the security policy demands', () => {
    for (const { path, html } of pages)
      expect(html.match(/ style="|<style|<script(?! src="\.\/docs\.js)| on[a-z]+="/g), path).toBeNull();
  });
});

/** Returns the rows after an empty line in a table, which a reader sees as text with bars. */
const cutOffRows = (text: string): readonly string[] =>
  markdown
    .parse(text, {})
    .flatMap(({ type, content }) => (type === 'inline' && /^\s*\|/m.test(content) ? [content] : []));

describe('every Markdown file', () => {
  const documents = ['README.md', 'CHANGELOG.md', ...filesIn('public/docs'), ...filesIn('src')];

  test('has tables without empty lines between the rows', () => {
    expect(documents.length).toBeGreaterThan(20);
    const cutOff = documents.flatMap((file) =>
      cutOffRows(readFileSync(`${root}${file}`, 'utf8')).map((row) => `${file}: ${row}`),
    );
    expect(cutOff).toEqual([]);
  });

  test('the test finds a row after an empty line (control)', () => {
    expect(cutOffRows('| a | b |\n|---|---|\n| c | d |\n\n| e | f |\n')).toEqual(['| e | f |']);
  });
});

const render = (text: string) => renderMarkdown(text, (address) => address);

describe('a page', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', '&lt;script&gt;'],
    ['an element with a listener', 'text <img src=x onerror="alert(1)"> text', '&lt;img'],
    ['a script as a language of code', '```"><script>\na\n```\n', '&lt;script&gt;'],
  ])('shows %s as text', (_name, text, shown) => {
    expect(render(text)).toContain(shown);
    expect(render(text)).not.toMatch(/<script|<img/);
  });

  test('never links to an address that runs a script', () => {
    expect(render('[a](javascript:alert%281%29)')).not.toContain('href');
  });
});
