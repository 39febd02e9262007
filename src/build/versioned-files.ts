/**
 * The files that host pages load: a page may pin a version in the script's address, with its hash, and gets the same
 * bytes as long as that version is served, whatever is built later (`src/README.md#pages-and-files`).
 */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyOf } from './kept-releases.ts';
import { isVersion, namesIn } from './site-folder.ts';

/** Empties a build's folder except for the versions built earlier. */
export function clearBuild(dist: string, version: string): void {
  const site = `${dist}/site`;
  const goes = [
    ...namesIn(dist).filter((name) => name !== 'site' && `${dist}/${name}` !== copyOf(site)),
    ...namesIn(site)
      .filter((name) => !isVersion(name) || name === version)
      .map((name) => `site/${name}`),
  ];
  for (const name of goes) rmSync(`${dist}/${name}`, { recursive: true, force: true });
}

/** Must be called when only the files for host pages are built, because all of them then belong to the version. */
export function publishVersion(site: string, version: string): void {
  for (const name of namesIn(site).filter((one) => !isVersion(one)))
    cpSync(`${site}/${name}`, `${site}/${version}/${name}`, { recursive: true });
  const versions = namesIn(site).filter((name) => isVersion(name) || name === version);
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
