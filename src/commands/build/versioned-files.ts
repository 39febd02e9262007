/**
 * What the pages of others load: a page may name a version in the script's address, with its hash, and gets the same
 * bytes for as long as the version is served, whatever is built later (DOORS, "Pages and files").
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const released = /^\d+\.\d+\.\d+$/;

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** As `assets/later-….js`, by address below the folder. */
type Files = ReadonlyMap<string, Buffer>;

/**
 * Empties the folder of a build, but for the versions that were built before.
 * @returns the files that scripts of the last build load late: a page that is open now asks for them by their old
 * names, and so does a script from a cache. They are put back once (`putBack`), and gone with the build after.
 */
export function clearBuild(dist: string, version: string): Files {
  const site = `${dist}/site`;
  const late = lateFilesOf(site);
  const goes = [
    ...namesIn(dist).filter((name) => name !== 'site'),
    ...namesIn(site)
      .filter((name) => !released.test(name) || name === version)
      .map((name) => `site/${name}`),
  ];
  for (const name of goes) rmSync(`${dist}/${name}`, { recursive: true, force: true });
  return late;
}

/** The folder of its version has a copy of all that the last build's script loads. */
function lateFilesOf(site: string): Files {
  const file = `${site}/integrity.json`;
  const last = existsSync(file) ? /"version": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  const folder = `${site}/${last}/assets`;
  return new Map(namesIn(folder).map((name) => [`assets/${name}`, readFileSync(`${folder}/${name}`)]));
}

export function putBack(site: string, files: Files): void {
  for (const [name, bytes] of files) {
    const file = `${site}/${name}`;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, bytes);
  }
}

/** To be called while nothing is built but what the pages of others load: all of it belongs to the version. */
export function publishVersion(site: string, version: string): void {
  for (const name of namesIn(site).filter((one) => !released.test(one)))
    cpSync(`${site}/${name}`, `${site}/${version}/${name}`, { recursive: true });
  const versions = namesIn(site).filter((name) => released.test(name) || name === version);
  const scripts = versions.flatMap((name) => scriptsIn(site, name));
  const files = Object.fromEntries(scripts.map((path) => [path, integrityOf(readFileSync(site + path))]));
  writeFileSync(`${site}/integrity.json`, `${JSON.stringify({ version, files }, null, 2)}\n`);
}

const scriptsIn = (site: string, version: string): string[] =>
  readdirSync(`${site}/${version}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `/${version}/${name.replaceAll('\\', '/')}`)
    .sort();

const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
