/** The documentation as files of the site: a page of each Markdown file, and their pictures. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import type { Plugin } from 'vite';
import { type DocsPage, docsGroups, firstPage } from './docs-pages.ts';
import { pageHtml } from './page-html.ts';
import { type LeadsTo, type Rendered, renderMarkdown } from './render-markdown.ts';

/** By path below `docs/`. */
export type DocsFiles = ReadonlyMap<string, string | Buffer>;

export interface DocsSettings {
  /** Of the repository, with `/` at its end. */
  readonly root: string;
  /** Of style and script, see `pageHtml`. */
  readonly stamp: string;
}

export function makeDocs({ root, stamp }: DocsSettings): DocsFiles {
  const pages = [firstPage, ...docsGroups.flatMap((group) => group.pages)];
  const pictures = new Map<string, Buffer>();
  const rendered = pages.map((page) => ({ page, ...render(root, page, pages, pictures) }));
  const titles = new Map(rendered.map(({ page, title }) => [page.name, title]));
  return new Map<string, string | Buffer>([
    ...rendered.map(({ page, html }): [string, string] => [
      `${page.name || 'index'}.html`,
      pageHtml({ page, html, titles, stamp }),
    ]),
    ...pictures,
  ]);
}

/** After style and script were built. */
export function writeDocs(root: string, site: string): void {
  const folder = `${site}/docs`;
  const hash = createHash('sha256');
  for (const file of ['docs.css', 'docs.js']) hash.update(readFileSync(`${folder}/${file}`));
  for (const [path, content] of makeDocs({ root, stamp: hash.digest('hex').slice(0, 12) })) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, content);
  }
}

function render(
  root: string,
  page: DocsPage,
  pages: readonly DocsPage[],
  pictures: Map<string, Buffer>,
): Rendered {
  const leadsTo: LeadsTo = (address) => {
    const [path = '', anchor = ''] = address.split('#');
    if (path === '' || /^[a-z]+:/.test(path)) return address;
    const target = fileOf(root, posix.join(dirname(page.source), decodeURIComponent(path)));
    const cited = pages.find(({ source }) => source === target);
    if (cited !== undefined) return `./${cited.name}${anchor === '' ? '' : `#${anchor}`}`;
    if (target.startsWith('public/docs/') && existsSync(`${root}${target}`))
      return `./${target.slice('public/docs/'.length)}`;
    if (!target.endsWith('.png')) return null;
    const picture = `pictures/${basename(target)}`;
    pictures.set(picture, readFileSync(`${root}${target}`));
    return `./${picture}`;
  };
  return renderMarkdown(readFileSync(`${root}${page.source}`, 'utf8'), leadsTo);
}

/** A folder that is cited stands for its README. */
function fileOf(root: string, target: string): string {
  const isFolder = existsSync(`${root}${target}`) && statSync(`${root}${target}`).isDirectory();
  return isFolder ? posix.join(target, 'README.md') : target;
}

const development: ReadonlyMap<string, string> = new Map([
  ['docs.js', '/src/pages/docs/docs.ts'],
  ['docs.css', '/src/pages/docs/docs.css'],
]);

/** For `npm run dev`: each page is made anew when it is asked for. */
export function docsPages(root: string): Plugin {
  return {
    name: 'docs-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname === '/docs') return response.writeHead(308, { location: '/docs/' }).end();
        const name = /^\/docs\/([\w.-]*)$/.exec(pathname)?.[1];
        if (name === undefined) return next();
        const source = development.get(name);
        if (source !== undefined) {
          request.url = source;
          return next();
        }
        const page = makeDocs({ root, stamp: '' }).get(`${name || 'index'}.html`);
        if (page === undefined) return next();
        response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      });
    },
  };
}
