/**
 * How many source files one answer enters, from the first key in a form that a token opened until it is complete: in the
 * browser and on the server. A file is entered when one of its functions, as the build left them, is called.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { printError } from '../../../src/server/process/print.ts';
import { Processes } from '../../kills/processes.ts';
import { startSandbox } from '../../kills/sandbox-process.ts';
import { type BuiltServer, openSession, startBuiltServer } from '../built-server.ts';
import type { RowGroup } from '../row.ts';

const QUESTION = '2002';
const MOST = 50;
const site = fileURLToPath(new URL('../../../dist/site', import.meta.url));

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

/** Where a script was built; null: it is none of ours. */
function builtFile(url: string): string | null {
  if (!/^(https?|file):/.test(url)) return null;
  const file = url.startsWith('file:') ? fileURLToPath(url) : site + new URL(url).pathname;
  return existsSync(`${file}.map`) ? file : null;
}

function enteredIn({ url, functions }: Script): readonly string[] {
  const file = builtFile(url);
  if (file === null) return [];
  const text = readFileSync(file, 'utf8');
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  return functions.flatMap(({ functionName, ranges: [whole] }) => {
    // The script itself is called when it is loaded.
    const isScript = functionName === '' && whole?.startOffset === 0;
    if (isScript || whole === undefined || whole.count === 0) return [];
    const lines = text.slice(0, whole.startOffset).split('\n');
    const source = sourceAt(map, lines.length - 1, lines.at(-1)?.length ?? 0);
    return /(?:^|\/)(src\/[^?]+\.tsx?)$/.exec(source)?.[1] ?? [];
  });
}

/** Characters of a function before its first place on the map. */
const HEAD = 40;

/** Of the first place on the map from there on: what is before it may be of the file before. */
function sourceAt(map: SourceMap, line: number, column: number): string {
  for (let place = column; place < column + HEAD; place += 1) {
    const entry = map.findEntry(line, place);
    if ('originalSource' in entry && entry.generatedLine === line && entry.generatedColumn === place)
      return entry.originalSource;
  }
  return '';
}

const entered = (scripts: readonly Script[]): readonly string[] =>
  [...new Set(scripts.flatMap(enteredIn))].sort();

type Take = () => Promise<readonly Script[]>;

/** @param counts the file that the server's counter writes, without its number */
function takeFrom({ process: { pid } }: BuiltServer, counts: string): Take {
  let taken = 0;
  return async () => {
    const name = `${counts}${taken++}`;
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(name)) await setTimeout(20);
    return JSON.parse(readFileSync(name, 'utf8'));
  };
}

async function answerOnce(browser: Browser, address: string, onServer: Take) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const take = async () => ({
    browser: entered((await session.send('Profiler.takePreciseCoverage')).result),
    server: entered(await onServer()),
  });
  await page.goto(address);
  await page.locator(`[data-question-id="${QUESTION}"] input`).focus();
  await page.waitForLoadState('networkidle');
  await take();
  await page.keyboard.type('Midwife');
  await page.locator('button[type=submit]').click();
  await page.locator('[data-state="complete"]').first().waitFor({ state: 'attached' });
  const found = await take();
  await page.close();
  return found;
}

async function measureEntered(browser: Browser, processes: Processes, folder: string) {
  const sandbox = await startSandbox(processes);
  const counts = join(folder, 'counts');
  const server = await startBuiltServer(processes, {
    service: sandbox.address,
    store: folder,
    options: ['--import', `data:text/javascript,${encodeURIComponent(counter(counts))}`],
  });
  const application = await sandbox.applyTo('one-of-each');
  const token = await openSession(server.address, { application });
  return answerOnce(browser, `${server.address}/form#token=${token}`, takeFrom(server, counts));
}

export const enteredRow: RowGroup = {
  name: 'entered',
  async measure({ browser }) {
    const [processes, folder] = [new Processes(), await mkdtemp(join(tmpdir(), 'apply-bench-'))];
    try {
      const found = await measureEntered(browser, processes, folder);
      return (['browser', 'server'] as const).map((side) => {
        printError([`${side}:`, ...found[side]].join('\n  '));
        const row = `source files that one answer enters, ${side}`;
        return { row, ours: found[side].length, beside: null, unit: '' as const, budget: MOST };
      });
    } finally {
      await processes.end();
      await rm(folder, { recursive: true });
    }
  },
};
