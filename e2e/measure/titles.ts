/**
 * Shows that no test was lost. Run from the folder whose tests are meant:
 *   node --import tsx e2e/measure/titles.ts list FILE
 *   node --import tsx e2e/measure/titles.ts compare BEFORE AFTER [REASONS]
 * `compare` exits 1 when a title of BEFORE is neither in AFTER nor, with a reason, in REASONS
 * (`e2e/measure/vanished-titles.json`).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareTitles, reasonsFor, type VanishedTitles } from './compare-titles.ts';

const out = (text: string) => process.stdout.write(`${text}\n`);

/** Some specs exist only with a certain browser: listing needs their names alone, so no browser has to be there. */
const everyBrowser = {
  APPLY_BROWSER: '/.cache/chromium/chromium',
  APPLY_OLD_BROWSERS: '/chromium-102:/chromium-109:/chromium-115',
};

function run(script: string, parameters: readonly string[], environment: Readonly<Record<string, string>>) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [`node_modules/${script}`, ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${script} exits ${status}:\n${stderr}${stdout.slice(-2_000)}`);
}

/** What the runner writes into a file of its own, since a spec may print. */
function report(script: string, parameters: (file: string) => readonly string[], environment = {}): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'apply-titles-'));
  const file = join(folder, 'report.json');
  try {
    run(script, parameters(file), { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function unitTitles(): readonly string[] {
  const tests = report('vitest/vitest.mjs', (file) => ['list', `--json=${file}`]);
  return list(tests).map((test) => String(member(test, 'name')));
}

function specTitles(environment: Readonly<Record<string, string>>): readonly string[] {
  const parameters = ['test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter=json'];
  const listed = report('playwright/cli.js', () => parameters, { ...everyBrowser, ...environment });
  // The outermost suites are files.
  return list(member(listed, 'suites')).flatMap((suite) => titlesBelow(suite, []));
}

function titlesBelow(suite: unknown, path: readonly string[]): readonly string[] {
  const own = list(member(suite, 'specs')).map((spec) =>
    [...path, String(member(spec, 'title'))].join(' > '),
  );
  const below = list(member(suite, 'suites')).flatMap((one) =>
    titlesBelow(one, [...path, String(member(one, 'title'))]),
  );
  return [...own, ...below];
}

function listTitles(file: string): number {
  const found = { unit: unitTitles(), specs: specTitles({}), deep: specTitles({ APPLY_DEEP: '1' }) };
  for (const [runner, titles] of Object.entries(found)) out(`${runner}: ${titles.length}`);
  const titles = Object.values(found).flat().sort();
  writeFileSync(file, `${JSON.stringify(titles, null, 1)}\n`);
  return Object.values(found).some(({ length }) => length === 0) ? 1 : 0;
}

function readTitles(file: string): readonly string[] {
  return list(JSON.parse(readFileSync(file, 'utf8'))).map(String);
}

function readReasons(file: string): VanishedTitles {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function compare(before: string, after: string, reasonsFile: string | undefined): number {
  const titles = [readTitles(before), readTitles(after)] as const;
  const reasons = reasonsFile === undefined ? {} : reasonsFor(...titles, readReasons(reasonsFile));
  const found = compareTitles(...titles, reasons);
  for (const [title, reason] of found.explained) out(`- ${title}\n    ${reason}`);
  for (const title of found.added) out(`+ ${title}`);
  for (const key of found.unused) out(`reason without need: ${key}`);
  for (const title of found.missing) out(`MISSING ${title}`);
  out(
    JSON.stringify({
      missing: found.missing.length,
      explained: found.explained.length,
      added: found.added.length,
    }),
  );
  return found.missing.length === 0 ? 0 : 1;
}

const [command, first, second, third] = process.argv.slice(2);
if (command === 'list' && first !== undefined) process.exit(listTitles(first));
if (command === 'compare' && first !== undefined && second !== undefined)
  process.exit(compare(first, second, third));
process.stderr.write('titles.ts list FILE | compare BEFORE AFTER [REASONS]\n');
process.exit(2);
