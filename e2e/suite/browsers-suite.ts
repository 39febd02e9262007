/**
 * `npm run test:browsers`: every engine that can be had here, in every place and at every moment. Installs what it can
 * (Debian's packages, as root). A word after `--` runs the tests that have it in their name.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { locateBrowser } from '../../src/cli/browser/locate-browser.ts';
import { fetchOldBrowsers, oldBrowsers } from '../../src/cli/browser/old-browsers.ts';
import { print, printError } from '../../src/server/app/print.ts';
import { bringEngines, missingEngines } from '../engines/find-engines.ts';
import { drawTable, tellEngines } from '../engines/tell-engines.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = `${root}reports/playwright-browsers.json`;

function run(script: string, parameters: readonly string[], environment: Record<string, string> = {}) {
  const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...environment } };
  return spawnSync(process.execPath, [`${root}node_modules/${script}`, ...parameters], options).status === 0;
}

bringEngines();
const newest = await locateBrowser(root);
const old = fetchOldBrowsers(root, oldBrowsers);
for (const outcome of [newest, old]) if (!outcome.ok) printError(outcome.error);
if (!newest.ok || !run('vite/bin/vite.js', ['build', '--logLevel', 'warn'])) process.exit(2);

rmSync(file, { force: true });
const words = process.argv.slice(2).flatMap((word) => ['--grep', word]);
const isPassed = run(
  'playwright/cli.js',
  ['test', '--config', 'e2e/playwright.config.ts', 'specs/engines.deep.ts', '--workers', '2', ...words],
  { ...newest.value, ...(old.ok ? old.value : {}), APPLY_DEEP: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: file },
);
const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
for (const line of drawTable(report)) print(line);
for (const line of tellEngines(report)) print(line);
print(`not here: ${missingEngines().join(', ') || 'none'}`);
process.exit(isPassed ? 0 : 1);
