/**
 * `npm run bench [-- --only ROW]… [--before CHECKOUT]`: what has a budget, measured in one run. Times of the form are ratios to a plain page
 * or an empty one in the same run: on their own they say nothing, as machines differ.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { print, printError } from '../../src/server/process/print.ts';
import { locateBrowser } from '../support/browser/locate-browser.ts';
import { formatTable, isWithinBudget, type Measured, measureOf, type RowGroup } from './row.ts';
import { changeRows } from './rows/changes.ts';
import { enteredRow } from './rows/entered.ts';
import { firstUseRow } from './rows/first-use.ts';
import { receiptsRow } from './rows/receipts.ts';
import { restRow } from './rows/rest.ts';
import { writesRow } from './rows/writes.ts';
import { servePages } from './serve-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const groups: readonly RowGroup[] = [firstUseRow, ...changeRows, receiptsRow, writesRow, restRow, enteredRow];

function stop(reason: string): never {
  printError(reason);
  return process.exit(2);
}

const options = { only: { type: 'string', multiple: true }, before: { type: 'string' } } as const;
const { only = [], before = null } = parseArgs({ options }).values;

/** Those that `--only` names; without it all. */
function chosenGroups(): readonly RowGroup[] {
  const chosen = groups.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length > 0) return chosen;
  return stop(`Rows for --only: ${groups.map(({ name }) => name).join(' ')}`);
}

/** Each time, because a build that is there may be of an earlier state of the sources. */
function buildSite(): void {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const parameters = [vite, 'build', '--logLevel', 'warn'];
  const built = spawnSync(process.execPath, parameters, { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) stop('The build failed; the reason stands above.');
}

async function run(): Promise<readonly Measured[]> {
  const chosen = chosenGroups();
  buildSite();
  const found = await locateBrowser(root);
  if (!found.ok) return stop(found.error);
  const { TEST_BROWSER: executablePath = '', ...environment } = found.value;
  const launch = { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
  const browser = await chromium.launch({ ...launch, env: { ...process.env, ...environment } });
  const pages = await servePages(`${root}dist/site`);
  const measured: Measured[] = [];
  try {
    for (const group of chosen) {
      printError(`${group.name} …`);
      measured.push(...(await group.measure({ browser, pages, before })));
    }
    return measured;
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
