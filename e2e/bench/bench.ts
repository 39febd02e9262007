/**
 * `npm run bench [-- --only ROW]…`: what the budgets of a big form cost, as ratios to a form written by hand with the
 * same markup and the same styles, in the same run. Times on their own say nothing: machines differ.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { print, printError } from '../../src/server/app/print.ts';
import { locateBrowser } from '../support/browser/locate-browser.ts';
import type { Rig } from './rig.ts';
import { isWithinBudget, type Measured, measureOf, type RowGroup } from './row.ts';
import { aloneRow } from './rows/alone.ts';
import { answerRows } from './rows/answers.ts';
import { changesOfMindRow } from './rows/changes-of-mind.ts';
import { filesRow } from './rows/files.ts';
import { firstUseRow } from './rows/first-use.ts';
import { heapRow } from './rows/heap.ts';
import { hostPageRow } from './rows/host-page.ts';
import { hostileRow } from './rows/hostile.ts';
import { keystrokeRow } from './rows/keystroke.ts';
import { millionRow } from './rows/million.ts';
import { plainRows } from './rows/plain.ts';
import { readingRow } from './rows/reading.ts';
import { receiptsRow } from './rows/receipts.ts';
import { receiptsLoadRow } from './rows/receipts-load.ts';
import { receiptsOverHttpRow } from './rows/receipts-over-http.ts';
import { showingRows } from './rows/showing.ts';
import { servePages } from './serve-pages.ts';
import { formatTable } from './table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const groups: readonly RowGroup[] = [
  ...answerRows,
  ...plainRows,
  keystrokeRow,
  ...showingRows,
  heapRow,
  changesOfMindRow,
  hostPageRow,
  firstUseRow,
  receiptsRow,
  aloneRow,
  receiptsOverHttpRow,
  receiptsLoadRow,
  filesRow,
  millionRow,
  hostileRow,
  readingRow,
];

function stop(reason: string): never {
  printError(reason);
  process.exit(2);
}

/** Those that `--only` names, by the whole name or its first words; without it all. */
function chosenGroups(parameters: readonly string[]): readonly RowGroup[] {
  const wanted = parameters.flatMap((parameter, place) =>
    parameters[place - 1] === '--only' ? [parameter] : [],
  );
  if (wanted.length === 0 && parameters.length === 0) return groups;
  const chosen = groups.filter(({ name }) =>
    wanted.some((one) => name === one || name.startsWith(`${one}-`)),
  );
  if (chosen.length > 0) return chosen;
  return stop(`Use: npm run bench -- [--only ROW]…   Rows: ${groups.map(({ name }) => name).join(' ')}`);
}

/** Each time, because a build that is there may be of an earlier state of the sources. */
function buildSite(): void {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The build failed; the reason stands above.');
}

async function measure(rig: Rig, chosen: readonly RowGroup[]): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const group of chosen) {
    printError(`${group.name} …`);
    measured.push(...(await group.measure(rig)));
  }
  return measured;
}

async function run(): Promise<readonly Measured[]> {
  const chosen = chosenGroups(process.argv.slice(2));
  buildSite();
  const found = await locateBrowser(root);
  if (!found.ok) return stop(found.error);
  const { APPLY_BROWSER: executablePath = '', ...environment } = found.value;
  const launch = { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
  const browser = await chromium.launch({ ...launch, env: { ...process.env, ...environment } });
  const pages = await servePages(`${root}dist/site`);
  try {
    return await measure({ browser, pages }, chosen);
  } finally {
    pages.close();
    await browser.close();
  }
}

const measured = await run();
print(`${formatTable(measured)}\n`);
const within = measured.every(isWithinBudget);
const rows = measured.map((one) => ({ ...one, measure: measureOf(one), ok: isWithinBudget(one) }));
print(JSON.stringify({ within, rows }));
process.exit(within ? 0 : 1);
