/**
 * `npm run bench [-- --only ROW]… [--before CHECKOUT]`: measures everything that has a budget in one run. Times of the form are
 * ratios to a plain page or an empty one in the same run, because absolute times depend on the machine.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { measureSizes } from '../../src/build/sizes.ts';
import { print, printError } from '../../src/server/process/print.ts';
import { locateBrowser } from '../support/browser/locate-browser.ts';
import { servePages } from './pages.ts';
import { formatTable, isWithinBudget, type Measured, measureOf, type RowGroup } from './row.ts';
import { enteredRow } from './rows/entered.ts';
import { firstUseRow } from './rows/first-use.ts';
import { revealRows } from './rows/reveal.ts';
import { serverRows } from './rows/server.ts';
import { writesRow } from './rows/writes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const bytesRow: RowGroup = {
  name: 'bytes',
  measure: async () =>
    measureSizes(root).map(({ name, bytes, budget }) => ({ row: `bytes, ${name}`, ours: bytes, budget })),
};

const groups = [firstUseRow, ...revealRows, bytesRow, ...serverRows, writesRow, enteredRow];

function stop(reason: string): never {
  printError(reason);
  return process.exit(2);
}

const options = { only: { type: 'string', multiple: true }, before: { type: 'string' } } as const;
const { only = [], before = null } = parseArgs({ options }).values;
const chosen = groups.filter(({ name }) => only.length === 0 || only.includes(name));
if (chosen.length === 0) stop(`Rows for --only: ${groups.map(({ name }) => name).join(' ')}`);

// Builds every time, because an existing build may be older than the sources.
const vite = [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'];
const { status } = spawnSync(process.execPath, vite, { cwd: root, stdio: 'inherit' });
if (status !== 0) stop('The build failed; the reason is above.');
const found = await locateBrowser(root);
if (!found.ok) stop(found.error);
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
} finally {
  pages.close();
  await browser.close();
}
print(`${formatTable(measured)}\n`);
const within = measured.every(isWithinBudget);
const rows = measured.map((row) => ({ ...row, measure: measureOf(row), ok: isWithinBudget(row) }));
print(JSON.stringify({ within, rows }));
process.exit(within ? 0 : 1);
