/**
 * Removes the files of earlier builds that no page needs, and publishes versioned files: a host page may pin the present
 * version in the script's address, with its hash.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Returns the file that lists the assets of the last complete build. */
const listIn = (dist: string): string => `${dist}/assets.json`;

/** Empties a build's folder except for the assets of the last build, which open forms may still load. */
export function clearBuild(dist: string): void {
  const list = listIn(dist);
  const last: readonly string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const outdated = [
    ...namesIn(dist).filter((name) => name !== 'site' && name !== 'assets.json'),
    ...namesIn(`${dist}/site`)
      .filter((name) => name !== 'assets')
      .map((name) => `site/${name}`),
    ...namesIn(`${dist}/site/assets`)
      .map((name) => `assets/${name}`)
      .filter((name) => !last.includes(name))
      .map((name) => `site/${name}`),
  ];
  for (const name of outdated) rmSync(`${dist}/${name}`, { recursive: true, force: true });
}

/** Must be called last, since a build that fails or is killed must not count as the last one. */
export function listAssets(dist: string, built: readonly string[]): void {
  const assets = built.filter((name) => name.startsWith('assets/') && !name.endsWith('.map'));
  const list = listIn(dist);
  writeFileSync(`${list}.new`, JSON.stringify(assets));
  renameSync(`${list}.new`, list);
}

/** @param files the files of the site that belong to the version */
export function publishVersion(site: string, version: string, files: readonly string[]): void {
  for (const name of files) {
    mkdirSync(dirname(`${site}/${version}/${name}`), { recursive: true });
    cpSync(`${site}/${name}`, `${site}/${version}/${name}`);
  }
  const scripts = files.filter((name) => name.endsWith('.js')).sort();
  const hashes = Object.fromEntries(
    scripts.map((name) => [`/${version}/${name}`, integrityOf(readFileSync(`${site}/${name}`))]),
  );
  writeFileSync(`${site}/integrity.json`, `${JSON.stringify({ version, files: hashes }, null, 2)}\n`);
}

const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
