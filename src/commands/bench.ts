/**
 * `npm run bench [-- --only ROW]…`: what the budgets of a big form cost, as ratios to a form written by hand with the
 * same markup and the same styles, in the same run. Times on their own say nothing: machines differ.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { print, printError } from '../server/app/print.ts';
import { buildSite } from './bench/build-site.ts';
import type { Rig } from './bench/rig.ts';
import { isWithinBudget, type Measured, measureOf, type RowGroup } from './bench/row.ts';
import { aloneRow } from './bench/rows/alone.ts';
import { answerRows } from './bench/rows/answers.ts';
import { changesOfMindRow } from './bench/rows/changes-of-mind.ts';
import { filesRow } from './bench/rows/files.ts';
import { heapRow } from './bench/rows/heap.ts';
import { hostPageRow } from './bench/rows/host-page.ts';
import { hostileRow } from './bench/rows/hostile.ts';
import { keystrokeRow } from './bench/rows/keystroke.ts';
import { pastSubmissionsRow } from './bench/rows/past-submissions.ts';
import { receiptsRow } from './bench/rows/receipts.ts';
import { receiptsOverHttpRow } from './bench/rows/receipts-over-http.ts';
import { showingRows } from './bench/rows/showing.ts';
import { servePages } from './bench/serve-pages.ts';
import { formatTable } from './bench/table.ts';
import { locateBrowser } from './browser/locate-browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const groups: readonly RowGroup[] = [
  ...answerRows,
  keystrokeRow,
  ...showingRows,
  heapRow,
  changesOfMindRow,
  hostPageRow,
  receiptsRow,
  aloneRow,
  receiptsOverHttpRow,
  filesRow,
  pastSubmissionsRow,
  hostileRow,
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
  if (!existsSync(`${root}dist/server.js`)) buildSite(root);
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
