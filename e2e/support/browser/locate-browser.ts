/**
 * Finds a Chromium for the browser specs: first the one that the caller names, then the npm package (Linux x64), then
 * an installed one, then Playwright's own, and last the system's packages. A browser is used only if its `--version`
 * exits with 0.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { failure, type Outcome, success } from '../../../src/core/model/failure.ts';
import { print } from '../../../src/server/process/print.ts';
import { type BrowserEnvironment, packageBrowser } from './package-browser.ts';

const installedPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function runs(environment: BrowserEnvironment): boolean {
  const file = environment['TEST_BROWSER'];
  if (file === undefined || !existsSync(file)) return false;
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const options = { env: { ...process.env, ...environment }, timeout: 30_000 };
  return spawnSync(file, ['--version', '--no-sandbox'], options).status === 0;
}

function installed(): BrowserEnvironment | null {
  const places = installedPlaces.map((file) => ({ TEST_BROWSER: file }));
  return places.find(runs) ?? null;
}

async function playwrightsOwn(): Promise<BrowserEnvironment | null> {
  const { chromium } = await import('playwright');
  const own = { TEST_BROWSER: chromium.executablePath() };
  return runs(own) ? own : null;
}

async function downloaded(root: string): Promise<BrowserEnvironment | null> {
  print('No browser found; trying to download one …');
  const cli = `${root}node_modules/playwright/cli.js`;
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  return playwrightsOwn();
}

function fromSystemPackages(): BrowserEnvironment | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  print('Installing Chromium from the system packages …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
  return installed();
}

type Way = () => BrowserEnvironment | null | Promise<BrowserEnvironment | null>;

async function firstThatRuns(ways: readonly Way[]): Promise<BrowserEnvironment | null> {
  for (const way of ways) {
    const environment = await way();
    if (environment !== null && runs(environment)) return environment;
  }
  return null;
}

/** Finds an installed browser; null if none runs. */
async function findBrowser(root: string): Promise<BrowserEnvironment | null> {
  const named = process.env['TEST_BROWSER'];
  const usual: readonly Way[] = [() => packageBrowser(root), installed, playwrightsOwn];
  return firstThatRuns(named === undefined ? usual : [() => ({ TEST_BROWSER: named })]);
}

/** Finds a complete browser with features such as autofill, which the packaged one lacks; null if there is none. */
export const findWholeBrowser = (): BrowserEnvironment | null => installed() ?? fromSystemPackages();

/** Returns the first working browser of these sources; otherwise an error that names the tried sources. */
export async function locateBrowser(root: string): Promise<Outcome<BrowserEnvironment, string>> {
  const named = process.env['TEST_BROWSER'];
  const found = await findBrowser(root);
  if (found !== null) return success(found);
  if (named !== undefined) return failure(`TEST_BROWSER=${named} does not run.`);
  const fetched = await firstThatRuns([() => downloaded(root), fromSystemPackages]);
  if (fetched !== null) return success(fetched);
  return failure(
    'No Chromium could be found or installed (tried: the npm package, installed browsers, a download, apt). ' +
      'Install Chrome or Chromium, or name one: TEST_BROWSER=/path/to/chrome npm test',
  );
}
