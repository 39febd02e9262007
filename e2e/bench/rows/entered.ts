/**
 * Counts the source files that run while one answer is typed, sent and delivered, in the browser and on the server. A file counts
 * if at least one of its functions is called in the build.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { printError } from '../../../src/server/process/print.ts';
import { startSandbox } from '../../kills/sandbox-process.ts';
import type { Server } from '../../support/apply-form-server.ts';
import { openSession, startBuiltServer, type Workplace, withWorkplace } from '../built-server.ts';
import type { RowGroup } from '../row.ts';

const QUESTION = '2002';
const BUDGET = 50;
const site = fileURLToPath(new URL('../../../dist/site', import.meta.url));

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number; readonly startOffset: number }[];
  }[];
}

/** A script that the server loads first. At each SIGUSR2 Node writes the calls since the last one. */
const coverageOnSignal = `import { takeCoverage } from 'node:v8'; process.on('SIGUSR2', takeCoverage);`;

/** Returns the built file of a script; null for a script that is not ours. */
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
    // Loading a script counts as a call of the script itself.
    const isScript = functionName === '' && whole?.startOffset === 0;
    if (isScript || whole === undefined || whole.count === 0) return [];
    const lines = text.slice(0, whole.startOffset).split('\n');
    const source = sourceAt(map, lines.length - 1, lines.at(-1)?.length ?? 0);
    return /(?:^|\/)(src\/[^?]+\.tsx?)$/.exec(source)?.[1] ?? [];
  });
}

/** The number of characters of a function that are searched for its first position in the source map. */
const SEARCHED = 40;

/** Returns the source of the next position in the map, because the position before it may belong to another file. */
function sourceAt(map: SourceMap, line: number, column: number): string {
  for (let position = column; position < column + SEARCHED; position += 1) {
    const entry = map.findEntry(line, position);
    if ('originalSource' in entry && entry.generatedLine === line && entry.generatedColumn === position)
      return entry.originalSource;
  }
  return '';
}

const entered = (scripts: readonly Script[]): readonly string[] =>
  [...new Set(scripts.flatMap(enteredIn))].sort();

type Take = () => Promise<readonly Script[]>;

/** @param folder the folder into which Node writes the coverage */
const takeFrom =
  ({ pid }: Server, folder: string): Take =>
  async () => {
    const before = readdirSync(folder).length;
    process.kill(pid, 'SIGUSR2');
    for (;;) {
      await setTimeout(50);
      const last = readdirSync(folder).sort().slice(before).at(-1);
      if (last === undefined) continue;
      try {
        return JSON.parse(readFileSync(join(folder, last), 'utf8')).result;
      } catch {
        // The file is only partly written.
      }
    }
  };

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

async function measureEntered(browser: Browser, workplace: Workplace) {
  const sandbox = await startSandbox(workplace.processes);
  const counts = mkdirSync(join(workplace.folder, 'counts'), { recursive: true }) ?? '';
  const server = await startBuiltServer(workplace, sandbox.address, workplace.fileStore, {
    NODE_V8_COVERAGE: counts,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(coverageOnSignal)}`,
  });
  const token = await openSession(server, { application: await sandbox.applyTo('one-of-each') });
  return answerOnce(browser, `${server.origin}/form#token=${token}`, takeFrom(server, counts));
}

export const enteredRow: RowGroup = {
  name: 'entered',
  async measure({ browser }) {
    const found = await withWorkplace((workplace) => measureEntered(browser, workplace));
    return Object.entries(found).map(([side, files]) => {
      printError([`${side}:`, ...files].join('\n  '));
      return { row: `source files that one answer enters, ${side}`, ours: files.length, budget: BUDGET };
    });
  },
};
