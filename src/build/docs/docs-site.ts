/** Renders the documentation as files of the site: a page for each Markdown file, by one template. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';
import { docsGroups, docsNames, sourceOf } from './docs-pages.ts';

/** Raw HTML in the sources is escaped. */
export const markdown = new MarkdownIt();

/** Renders all files, by name below `docs/`. */
export function makeDocs(root: string): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
  const texts = docsNames.map((name): [string, string] => [
    name,
    renderMarkdown(read(sourceOf(name)), (address) => translateLink(root, sourceOf(name), address)),
  ]);
  const titles = new Map(
    texts.map(([name, text]) => [
      name,
      /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]?.replace(/<[^>]+>/g, '') ?? '',
    ]),
  ).set('', 'Documentation');
  const template = read('src/pages/docs/page.html');
  const pages = texts.map(([name, text]): [string, string] => {
    const parts = { title: titles.get(name) ?? '', text: withContents(text), pages: listPages(titles, name) };
    const html = template.replace(
      /\{\{(title|text|pages)\}\}/g,
      (_all, part: keyof typeof parts) => parts[part],
    );
    return [`${name || 'index'}.html`, html];
  });
  const style = ['product.css', 'page-parts.css', 'docs/docs.css'].map((file) => read(`src/pages/${file}`));
  return new Map([['docs.css', style.join('\n')], ['docs.js', read('src/pages/docs/docs.js')], ...pages]);
}

/** Inserts a list of a page's sections before the first one. */
function withContents(text: string): string {
  const sections = [...text.matchAll(/<h2 (id="[^"]+">.*?)<\/h2>/g)].map(([, inside = '']) =>
    inside.replace(/<\/?a\b[^>]*>/g, '').replace('id="', '<a href="#'),
  );
  if (sections.length < 3) return text;
  const list = sections.map((link) => `<li>${link}</a></li>`).join('');
  return text.replace('<h2 ', () => `<nav aria-label="On this page"><ul>${list}</ul></nav>\n<h2 `);
}

function listPages(titles: ReadonlyMap<string, string>, current: string): string {
  const link = (name: string) =>
    `<li><a href="./${name}"${name === current ? ' aria-current="page"' : ''}>${titles.get(name)}</a></li>`;
  const list = (names: readonly string[]) => `<ul>${names.map(link).join('')}</ul>`;
  const groups = Object.entries(docsGroups).map(([reader, names]) => `<p>${reader}</p>${list(names)}`);
  return [list(['']), ...groups].join('');
}

export function writeDocs(root: string, site: string): void {
  mkdirSync(`${site}/docs`, { recursive: true });
  for (const [name, content] of makeDocs(root)) writeFileSync(`${site}/docs/${name}`, content);
}

/** Translates a link of a source to the site; null if its target is not served, and then only its text is shown. */
function translateLink(root: string, source: string, address: string): string | null {
  const [path = '', anchor] = address.split('#');
  if (path === '' || /^[a-z]+:/.test(path)) return address;
  const resolved = posix.join(dirname(source), path);
  const isFolder = statSync(`${root}${resolved}`, { throwIfNoEntry: false })?.isDirectory();
  const target = isFolder ? `${resolved}/README.md` : resolved;
  const page = docsNames.find((name) => sourceOf(name) === target);
  if (page !== undefined) return `./${page}${anchor === undefined ? '' : `#${anchor}`}`;
  const isServed = target.startsWith('public/docs/') && existsSync(`${root}${target}`);
  return isServed ? `./${target.slice('public/docs/'.length)}` : null;
}

export function renderMarkdown(text: string, targetOf: (address: string) => string | null): string {
  const seen = new Map<string, number>();
  const idOf = (words: string) => {
    const anchor = anchorOf(words.replace(/<[^>]+>|&\w+;/g, ''));
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
  return (
    markdown
      .render(text)
      // An empty header names nothing: screen readers should treat it as a cell.
      .replaceAll('<th></th>', '<td></td>')
      // Wide tables and code scroll inside themselves, so the keyboard must reach them.
      .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Code">')
      .replace(/<(h\d)>(.*?)<\/\1>/g, (_all, tag, words) => `<${tag} id="${idOf(words)}">${words}</${tag}>`)
      .replace(/<img src="([^"]*)"/g, (_all, address) => `<img src="${targetOf(address) ?? ''}"`)
      .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_all, address, words) => {
        const target = targetOf(address);
        return target === null ? words : `<a href="${target}">${words}</a>`;
      })
  );
}

/** The anchor of a heading: lower case, without code marks and punctuation, spaces as hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript' };

/** Serves the pages for `npm run dev`, rendered at each request. */
export const docsPages = (root: string): Plugin => ({
  name: 'docs-pages',
  configureServer({ middlewares }) {
    middlewares.use('/docs', (request, response, next) => {
      const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      const type = types[name.split('.')[1] ?? ''];
      const content = makeDocs(root).get(type === undefined ? `${name || 'index'}.html` : name);
      if (content === undefined) return next();
      response.setHeader('content-type', `${type ?? 'text/html'}; charset=utf-8`).end(content);
    });
  },
});
