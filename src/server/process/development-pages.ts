/**
 * For `npm run dev`: runs Vite on our own HTTP server, so that pages are served from their sources and reload on save.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'vite';

/** Answers a Node request, or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const root = new URL('../../../', import.meta.url);

/** The source of each of our pages. */
const pages: readonly (readonly [pattern: RegExp, source: string])[] = [
  [/^\/form$/, 'src/browser/pages/form.html'],
  [/^\/frame\/[\w-]+$/, 'src/browser/frame/frame.html'],
  [/^\/attention$/, 'src/pages/attention/attention.html'],
];

export async function createDevelopmentPages(
  server: Server,
): Promise<{ readonly middleware: Middleware; close(): Promise<void> }> {
  const vite = await createServer({
    root: decodeURIComponent(root.pathname),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'mpa',
    // Excludes the example pages, which represent pages of other sites.
    optimizeDeps: { entries: ['index.html', ...pages.map(([, source]) => source)] },
    // Suppresses Vite's messages, because stdout has only our address.
    logLevel: 'warn',
  });
  return {
    middleware(request, response, next) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const source = pages.find(([pattern]) => pattern.test(path))?.[1];
      if (source === undefined) return vite.middlewares(request, response, next);
      readFile(new URL(source, root), 'utf8')
        .then((html) => vite.transformIndexHtml(`/${source}`, withAbsolutePaths(source, html)))
        .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html))
        .catch(next);
    },
    close: () => vite.close(),
  };
}

/** Makes relative paths absolute, because the page is served under a different address than its source. */
const withAbsolutePaths = (source: string, html: string): string =>
  html.replace(/(?<==")\.\.?\/[^"]*/g, (path) => new URL(path, `http://dev/${source}`).pathname);
