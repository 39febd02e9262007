/** The pages of the bench over HTTP: the built widget, the hand-written form, and the forms both of them show. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { benchForms, isBenchForm } from './forms/bench-forms.ts';
import { firstUsePage } from './page/first-use-page.ts';
import { hostPage } from './page/host-page.ts';

export type PageKind = 'widget' | 'hand-written' | 'plain';

export interface Pages {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): void;
}

type Reply = readonly [type: string, body: string];

const place = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** @param site folder of the built site */
export async function servePages(site: string): Promise<Pages> {
  const scripts = new Map<string, string>();
  for (const kind of ['widget', 'hand-written', 'plain']) scripts.set(`/${kind}-page.js`, await bundle(kind));
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://bench')).then(
      (reply) => send(response, reply),
      () => response.writeHead(404).end(),
    );
  });
  async function answer({ pathname: path, searchParams }: URL): Promise<Reply> {
    const script = scripts.get(path);
    if (script !== undefined) return ['text/javascript', script];
    if (path === '/widget') return ['text/html', page(['/apply-form.js', '/widget-page.js'])];
    if (path === '/hand-written') return ['text/html', page(['/hand-written-page.js'])];
    if (path === '/plain') return ['text/html', page(['/plain-page.js'])];
    if (path === '/first-use') return ['text/html', firstUsePage(searchParams)];
    if (path === '/host') return ['text/html', hostPage(searchParams)];
    const form = /^\/forms\/([\w-]+)\.json$/.exec(path)?.[1] ?? '';
    if (isBenchForm(form)) return ['application/json', JSON.stringify(benchForms[form]())];
    return ['text/javascript', await readFile(`${site}${path}`, 'utf8')];
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

function send(response: ServerResponse, [type, body]: Reply): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

const page = (scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Bench</title></head>
<body><main id="form"></main>${scripts.map((script) => `<script src="${script}"></script>`).join('')}</body>
</html>`;

/** With the settings that the widget is built with. */
async function bundle(kind: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      lib: { entry: place(`./page/${kind}-page.ts`), name: 'Bench', formats: ['iife'] },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = outputs.flatMap(({ output }) => output).find((file) => file.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`The ${kind} page could not be built.`);
  return chunk.code;
}
