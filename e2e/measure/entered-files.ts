/**
 * How many source files one answer enters until it is delivered, in the browser and on the server: from the first key,
 * and from the press of the button. A file is entered when one of its functions is called in that time.
 *   node --import tsx e2e/measure/entered-files.ts [FOLDER] [--list]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { locateBrowser } from '../support/browser/locate-browser.ts';
import { pause, startProgram } from './checkout.ts';

const KEY = 'sandbox-key';
const ADMIN = 'admin-key-of-a-run-that-counts-entered-files';
const QUESTION = '2002';

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number; readonly startOffset: number }[];
  }[];
}

/** In the server's process: at each SIGUSR2 what was called since the last one. */
const counter = (file: string) => `
import { Session } from 'node:inspector/promises';
import { renameSync, writeFileSync } from 'node:fs';
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
let taken = 0;
process.on('SIGUSR2', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  writeFileSync(${JSON.stringify(`${file}.part`)}, JSON.stringify(result));
  renameSync(${JSON.stringify(`${file}.part`)}, ${JSON.stringify(file)} + taken++);
});`;

/** Paths from `src` on. */
function entered(scripts: readonly Script[], isOurs: RegExp): readonly string[] {
  const called = scripts.filter(({ functions }) =>
    functions.some(({ functionName, ranges: [whole] }) => {
      // The script itself, which is called when it is loaded.
      const isScript = functionName === '' && whole?.startOffset === 0;
      return !isScript && (whole?.count ?? 0) > 0;
    }),
  );
  const paths = called.flatMap(({ url }) => isOurs.exec(url)?.[1] ?? []);
  return [...new Set(paths)].sort();
}

const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (one, key) => (typeof one === 'object' && one !== null ? Reflect.get(one, key) : undefined),
    value,
  );

async function post(address: string, body: object, headers: object = {}): Promise<unknown> {
  const media = { 'content-type': 'application/vnd.api+json' };
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...media, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

async function tokenFor(server: string, sandbox: string): Promise<string> {
  const made = await post(`${sandbox}/_control/applications`, { form: 'one-of-each' });
  const session = { data: { type: 'sessions', attributes: { application: member(made, 'id') } } };
  const opened = await post(`${server}/sessions`, session, { authorization: `Bearer ${ADMIN}` });
  return String(member(opened, 'data', 'attributes', 'token'));
}

/** What was called since it was asked last. */
interface Taken {
  readonly browser: readonly Script[];
  readonly server: readonly Script[];
}

type TakeScripts = () => Promise<readonly Script[]>;

async function answerOnce(browser: Browser, address: string, server: TakeScripts) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.goto(address);
  const input = page.locator(`[data-question-id="${QUESTION}"] input`);
  await input.focus();
  await page.waitForLoadState('networkidle');
  const take = async (): Promise<Taken> => ({
    browser: (await session.send('Profiler.takePreciseCoverage')).result,
    server: await server(),
  });
  await take();
  await page.keyboard.type('Midwife');
  await page.waitForLoadState('networkidle');
  const typed = await take();
  await page.locator('button[type=submit]').click();
  await page.locator('[data-state="complete"]').first().waitFor({ state: 'attached' });
  return { typed, sent: await take() };
}

function takeOf(file: string, ask: () => void): TakeScripts {
  let taken = 0;
  return async () => {
    const name = `${file}${taken++}`;
    ask();
    while (!existsSync(name)) await pause(20);
    return JSON.parse(readFileSync(name, 'utf8'));
  };
}

const inBrowser = /^https?:\/\/[^/]+\/(src\/[^?]+\.tsx?)(\?|$)/;
const onServer = /\/(src\/[^?]+\.tsx?)(\?|$)/;

async function count(folder: string) {
  const found = await locateBrowser(fileURLToPath(new URL('../../', import.meta.url)));
  if (!found.ok) throw new Error(found.error);
  const own = mkdtempSync(join(tmpdir(), 'apply-entered-'));
  const counts = join(own, 'counts');
  const sandbox = await startProgram(folder, {
    script: 'sandbox',
    parameters: ['--port', '0', '--key', KEY],
  });
  const server = await startProgram(folder, {
    script: 'dev',
    parameters: ['--dev'],
    options: ['--import', `data:text/javascript,${encodeURIComponent(counter(counts))}`],
    environment: {
      PORT: '0',
      APPLY_MODE: 'service',
      APPLY_SERVICE_URL: sandbox.address,
      APPLY_SERVICE_KEY: KEY,
      APPLY_SECRET: 'secret-of-a-run-that-counts-the-files-that-are-entered',
      APPLY_ADMIN_KEY: ADMIN,
      APPLY_DRAIN_SECONDS: '0',
      APPLY_STORE: `file:${join(own, 'apply.db')}`,
    },
  });
  const { APPLY_BROWSER: executablePath = '', ...environment } = found.value;
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
  });
  try {
    const token = await tokenFor(server.address, sandbox.address);
    const take = takeOf(counts, () => server.signal('SIGUSR2'));
    const { typed, sent } = await answerOnce(browser, `${server.address}/form#token=${token}`, take);
    return {
      fromKey: {
        browser: entered([...typed.browser, ...sent.browser], inBrowser),
        server: entered([...typed.server, ...sent.server], onServer),
      },
      fromSend: { browser: entered(sent.browser, inBrowser), server: entered(sent.server, onServer) },
    };
  } finally {
    await browser.close();
    await server.stop();
    await sandbox.stop();
    rmSync(own, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const found = await count(resolve(positionals[0] ?? '.'));
const out = (line: string) => process.stdout.write(`${line}\n`);
if (values.list)
  for (const [side, files] of Object.entries(found.fromKey)) out([`${side}:`, ...files].join('\n  '));
const lengths = ({ browser, server }: { browser: readonly string[]; server: readonly string[] }) => ({
  browser: browser.length,
  server: server.length,
});
out(JSON.stringify({ fromKey: lengths(found.fromKey), fromSend: lengths(found.fromSend) }));
