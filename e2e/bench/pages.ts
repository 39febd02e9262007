/** The pages of the bench over HTTP: the built widget, the plain page, and the forms that both of them show. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listen } from '../support/host-server.ts';
import { benchForm } from './form.ts';

export interface Pages {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): void;
}

type Reply = readonly [type: string, body: string];

/**
 * Serves pages that browsers load again at every visit.
 *
 * @param answer a rejection is answered with 404
 */
export async function serve(answer: (url: URL) => Promise<Reply>): Promise<Pages> {
  const { origin, stop } = await listen((request, response) => {
    answer(new URL(request.url ?? '/', 'http://bench')).then(
      ([type, body]) => {
        const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' };
        response.writeHead(200, headers).end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  return { origin, close: () => void stop() };
}

/** @param site folder of the built site */
export const servePages = (site: string): Promise<Pages> =>
  serve(async ({ pathname, searchParams }) => {
    const kind = /^\/(widget|plain)$/.exec(pathname)?.[1];
    if (kind !== undefined) return ['text/html', benchPage(kind)];
    if (pathname === '/first-use') return ['text/html', firstUsePage(searchParams)];
    const size = /^\/forms\/(\d+)\.json$/.exec(pathname)?.[1];
    if (size !== undefined) return ['application/json', JSON.stringify(benchForm(Number(size)))];
    const benchScript = /^\/page\/\w+\.js$/.test(pathname)
      ? fileURLToPath(new URL(`.${pathname}`, import.meta.url))
      : null;
    return ['text/javascript', await readFile(benchScript ?? `${site}${pathname}`, 'utf8')];
  });

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Bench</title></head>
<body>${body}</body>
</html>`;

const benchPage = (kind: string): string =>
  page(`<main id="form"></main>${kind === 'widget' ? '<script type="module" src="/apply-form.js"></script>' : ''}
<script type="module" src="/page/${kind}.js"></script>`);

/** A host page that has only the form of a public job. */
function firstUsePage(parameters: URLSearchParams): string {
  const [endpoint, job, tag] = ['endpoint', 'job', 'tag'].map((name) => parameters.get(name));
  return parameters.get('place') === 'iframe'
    ? page(`<script src="${endpoint}/frame.js" async></script>
<iframe src="${endpoint}/frame/default#job=${job}" title="Application form" data-apply-frame></iframe>`)
    : page(`<script ${tag} src="${endpoint}/apply-form.js"></script>
<apply-form job="${job}"></apply-form>`);
}
