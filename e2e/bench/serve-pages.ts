/** The pages of the bench over HTTP: the built widget, the plain page, and the forms that both of them show. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { benchForm } from './forms/generate-form.ts';

export type PageKind = 'widget' | 'plain';

export interface Pages {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): void;
}

type Reply = readonly [type: string, body: string];

/** @param site folder of the built site */
export async function servePages(site: string): Promise<Pages> {
  const scripts = new Map<string, string>();
  for (const kind of ['widget', 'plain']) scripts.set(`/${kind}-page.js`, await bundle(kind));
  async function answer({ pathname: path, searchParams }: URL): Promise<Reply> {
    const script = scripts.get(path);
    if (script !== undefined) return ['text/javascript', script];
    if (path === '/widget') return ['text/html', benchPage(['/apply-form.js', '/widget-page.js'])];
    if (path === '/plain') return ['text/html', benchPage(['/plain-page.js'])];
    if (path === '/first-use') return ['text/html', firstUsePage(searchParams)];
    const size = /^\/forms\/(\d+)\.json$/.exec(path)?.[1];
    if (size !== undefined) return ['application/json', JSON.stringify(benchForm(Number(size)))];
    return ['text/javascript', await readFile(`${site}${path}`, 'utf8')];
  }
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://bench')).then(
      (reply) => send(response, reply),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

function send(response: ServerResponse, [type, body]: Reply): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Bench</title></head>
<body>${body}</body>
</html>`;

const benchPage = (scripts: readonly string[]): string =>
  page(
    `<main id="form"></main>${scripts.map((script) => `<script type="module" src="${script}"></script>`).join('')}`,
  );

/** A host page with nothing but the form of a public job. */
function firstUsePage(parameters: URLSearchParams): string {
  const [endpoint, job, tag] = ['endpoint', 'job', 'tag'].map((name) => parameters.get(name));
  return parameters.get('place') === 'iframe'
    ? page(`<script src="${endpoint}/frame.js" async></script>
<iframe src="${endpoint}/frame/default#job=${job}" title="Application form" data-apply-frame></iframe>`)
    : page(`<script ${tag} src="${endpoint}/apply-form.js"></script>
<apply-form job="${job}"></apply-form>`);
}

/** With the settings that the widget is built with. */
async function bundle(kind: string): Promise<string> {
  const entry = fileURLToPath(new URL(`./page/${kind}-page.ts`, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { target: 'es2022', write: false, lib: { entry, name: 'Bench', formats: ['iife'] } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = outputs.flatMap(({ output }) => output).find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`The ${kind} page could not be built.`);
  return chunk.code;
}
