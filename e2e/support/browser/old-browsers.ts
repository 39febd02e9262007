/**
 * Old Chromium versions for the browser specs, fetched from the npm registry into a cache below `node_modules`. They are
 * no dependencies, because an install for `npm start` would then fetch 54 MB for each.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { failure, type Outcome, success } from '../../../src/core/model/failure.ts';
import { print } from '../../../src/server/process/print.ts';

interface OldBrowser {
  /** Chromium's own major number. */
  readonly chromium: number;
  /** The npm package that contains it, with the version. */
  readonly carrier: string;
  /** Integrity of the package in the registry. */
  readonly integrity: string;
}

/** The version nearest to the oldest supported one. */
const nearFloor: OldBrowser = {
  chromium: 102,
  carrier: '@sparticuz/chrome-aws-lambda@14.0.0',
  integrity:
    'sha512-wV+gaKsLCV9abG1BFfuqQbptdxok6xMP5qFZJ+xZhOwWsVNL27Wgow/ad+Pfwc9GAbMZk7C/66Strw4q3K6AzA==',
};

/** A version without `color-mix`. */
const withoutMix: OldBrowser = {
  chromium: 109,
  carrier: '@sparticuz/chromium@109.0.6',
  integrity:
    'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
};

/** A version whose `color-mix` is wrong if one of the colours is `currentColor`. */
const wrongMix: OldBrowser = {
  chromium: 115,
  carrier: '@sparticuz/chromium@115.0.0',
  integrity:
    'sha512-/g79+OYMo1xJWOtf9htQ92G9LJL8ewXsSTex8siSOcjAi99KnN4QiYWwe45qawitUzP0ACpUOBpJC3wm1z7Vrw==',
};

/** Oldest first. */
export const oldBrowsers: readonly OldBrowser[] = [nearFloor, withoutMix, wrongMix];

/** A version that is not supported and shows the fallback. */
export const belowFloor: OldBrowser = {
  chromium: 92,
  carrier: '@sparticuz/chromium@92.0.0',
  integrity:
    'sha512-xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
};

/** Old browsers are Linux x64 programs; on other systems their specs are skipped with a message. */
export const canRunOldBrowsers = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the environment variable `TEST_OLD_BROWSERS`: folders with `chromium` and `lib`, separated by colons. The error
 * is a sentence for developers.
 */
export function fetchOldBrowsers(
  root: string,
  browsers: readonly OldBrowser[],
): Outcome<Record<string, string>, string> {
  if (!canRunOldBrowsers) return success({});
  const folders: string[] = [];
  for (const browser of browsers) {
    const folder = `${root}node_modules/.cache/chromium-${browser.chromium}`;
    try {
      if (!existsSync(folder)) fetchBrowser(browser, folder);
    } catch (error) {
      return failure(
        `Chromium ${browser.chromium} for the browser specs could not be fetched. ${String(error)}`,
      );
    }
    folders.push(folder);
  }
  return success({ TEST_OLD_BROWSERS: folders.join(':') });
}

/** Unpacks to a temporary folder first, so that an interrupted fetch leaves no folder that looks complete. */
function fetchBrowser({ chromium, carrier, integrity }: OldBrowser, folder: string): void {
  const temporary = `${folder}.part`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  print(`Fetching Chromium ${chromium} for the browser specs (once, 54 MB) …`);
  pack(carrier, temporary);
  const archive = `${temporary}/${carrier.replace(/^@/, '').replace(/[/@]/g, '-')}.tgz`;
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error('The package is not the one that was expected.');
  run('tar', ['-xzf', archive, '-C', temporary]);
  const unpack = (name: string) => brotliDecompressSync(readFileSync(`${temporary}/package/bin/${name}`));
  writeFileSync(`${temporary}/chromium`, unpack('chromium.br'), { mode: 0o755 });
  for (const name of ['aws.tar.br', 'swiftshader.tar.br']) run('tar', ['-x', '-C', temporary], unpack(name));
  for (const name of [archive, `${temporary}/package`]) rmSync(name, { recursive: true });
  renameSync(temporary, folder);
}

/** The command `npm` may be a shell script; in an npm script, this variable names npm's JavaScript file. */
function pack(name: string, folder: string): void {
  const npm = process.env['npm_execpath'];
  const parameters = ['pack', '--silent', name, '--pack-destination', folder];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...parameters]);
  else run('npm', parameters);
}

function run(command: string, parameters: readonly string[], input?: Buffer): void {
  const options: SpawnSyncOptions = { stdio: ['pipe', 'ignore', 'inherit'], ...(input && { input }) };
  const { status, error } = spawnSync(command, parameters, options);
  if (status !== 0) throw error ?? new Error(`${command} ended with ${status}.`);
}
