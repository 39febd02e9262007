/** The documentation as files of the site: a page of each Markdown file, by one template. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';
import { type DocsPage, docsGroups, firstPage } from './docs-pages.ts';

/** No markup of an author passes through. */
export const markdown = new MarkdownIt();

const pages = [firstPage, ...docsGroups.flatMap((group) => group.pages)];

/** By name below `docs/`. */
export function makeDocs(root: string): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(`${root}src/pages/${file}`, 'utf8');
  const rendered = pages.map((page) => {
    const text = renderMarkdown(readFileSync(`${root}${page.source}`, 'utf8'), leadsFrom(root, page));
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1] ?? '';
    const title = page === firstPage ? 'Documentation' : heading.replace(/<[^>]+>/g, '');
    return { ...page, text, title };
  });
  const listOf = (names: readonly string[], current: string): string => {
    const link = ({ name, title }: (typeof rendered)[number]) =>
      `<li><a href="./${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a></li>`;
    return `<ul>${rendered
      .filter(({ name }) => names.includes(name))
      .map(link)
      .join('')}</ul>`;
  };
  const template = read('docs/page.html');
  const style = ['product.css', 'page-parts.css', 'docs/docs.css'].map(read).join('\n');
  return new Map([
    ['docs.css', style],
    ['docs.js', read('docs/docs.js')],
    ...rendered.map(({ name, title, text }): [string, string] => {
      const groups = docsGroups.map(
        (group) =>
          `<p>${group.title}</p>${listOf(
            group.pages.map((page) => page.name),
            name,
          )}`,
      );
      const parts = { title, text, pages: [listOf([''], name), ...groups].join('') };
      return [
        `${name || 'index'}.html`,
        template.replace(/\{\{(title|text|pages)\}\}/g, (_all, part: keyof typeof parts) => parts[part]),
      ];
    }),
  ]);
}

export function writeDocs(root: string, site: string): void {
  mkdirSync(`${site}/docs`, { recursive: true });
  for (const [name, content] of makeDocs(root)) writeFileSync(`${site}/docs/${name}`, content);
}

/** Where a link leads on the site. null: what it names is not served, so its words alone are shown. */
type LeadsTo = (address: string) => string | null;

const leadsFrom =
  (root: string, page: DocsPage): LeadsTo =>
  (address) => {
    const [path = '', anchor = ''] = address.split('#');
    if (path === '' || /^[a-z]+:/.test(path)) return address;
    const named = posix.join(dirname(page.source), path);
    const isFolder = statSync(`${root}${named}`, { throwIfNoEntry: false })?.isDirectory() === true;
    const target = isFolder ? posix.join(named, 'README.md') : named;
    const cited = pages.find(({ source }) => source === target);
    if (cited !== undefined) return `./${cited.name}${anchor === '' ? '' : `#${anchor}`}`;
    const isServed = target.startsWith('public/docs/') && existsSync(`${root}${target}`);
    return isServed ? `./${target.slice('public/docs/'.length)}` : null;
  };

export function renderMarkdown(text: string, leadsTo: LeadsTo): string {
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
      .replace(/<p>&lt;!--.*?--&gt;<\/p>\n/gs, '')
      // A head without words names nothing: to those who hear the table it is a cell.
      .replaceAll('<th></th>', '<td></td>')
      // Wide tables and code scroll inside themselves, so the keyboard must reach them.
      .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Code">')
      .replace(/<(h\d)>(.*?)<\/\1>/g, (_all, tag, words) => `<${tag} id="${idOf(words)}">${words}</${tag}>`)
      .replace(/<img src="([^"]*)"/g, (_all, address) => `<img src="${leadsTo(address) ?? ''}"`)
      .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_all, address, words) => {
        const led = leadsTo(address);
        return led === null ? words : `<a href="${led}">${words}</a>`;
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

/** For `npm run dev`: each page is made anew when it is asked for. */
export const docsPages = (root: string): Plugin => ({
  name: 'docs-pages',
  configureServer({ middlewares }) {
    middlewares.use('/docs', (request, response, next) => {
      const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      const file = /\.(css|js)$/.test(name) ? name : `${name || 'index'}.html`;
      const content = makeDocs(root).get(file);
      if (content === undefined) return next();
      const type = file.endsWith('.css') ? 'css' : file.endsWith('.js') ? 'javascript' : 'html';
      response.setHeader('content-type', `text/${type}; charset=utf-8`).end(content);
    });
  },
});
