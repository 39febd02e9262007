/**
 * The lazy files of earlier releases: a form that was opened before a deploy requests them by their old names, which
 * contain the hash of their content.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { printError } from '../server/app/print.ts';
import { isVersion, namesIn } from './site-folder.ts';

/** Number of earlier builds whose files are kept, and of released versions. */
const KEPT = 2;

/** An entry of `releases.json`, newest first. */
export interface Release {
  readonly version: string;
  /** Hash of the content, so that other content is another build. */
  readonly build: string;
  /** Paths such as `assets/later-….js`, without source maps. */
  readonly files: readonly string[];
}

interface KeptRelease extends Release {
  readonly bytes: ReadonlyMap<string, Buffer>;
}

export type KeptReleases = readonly KeptRelease[];

const list = 'releases.json';

const lazyFilesIn = (site: string): string[] =>
  namesIn(`${site}/assets`)
    .filter((name) => !name.endsWith('.map'))
    .map((name) => `assets/${name}`)
    .sort();

export const buildOf = (files: readonly string[]): string =>
  createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);

/** A copy beside the folder during a build: a killed build may have cleared the folder but not this copy. */
export const copyOf = (site: string): string => `${site}.kept`;

/** Must be called before the folder is cleared. */
export function readReleases(site: string): KeptReleases {
  const from = existsSync(copyOf(site)) ? copyOf(site) : site;
  return listed(from).map((release) => {
    const there = release.files.filter((name) => existsSync(`${from}/${name}`));
    return { ...release, bytes: new Map(there.map((name) => [name, readFileSync(`${from}/${name}`)])) };
  });
}

/** Must be called before the folder is cleared, so that the next build can recover if this one is killed. */
export function copyReleases(site: string, earlier: KeptReleases): void {
  const unfinished = `${copyOf(site)}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  putBack(unfinished, earlier);
  writeList(unfinished, earlier);
  // Replaced in one step, so that the copy is never partial.
  rmSync(copyOf(site), { recursive: true, force: true });
  renameSync(unfinished, copyOf(site));
}

/** A build of 0.1.0 may have no list: then all its files count as one release. */
function listed(site: string): readonly Release[] {
  const file = `${site}/${list}`;
  const known = existsSync(file) ? readList(file) : null;
  if (known !== null) return known;
  const files = lazyFilesIn(site);
  return files.length === 0 ? [] : [{ version: '0.1.0', build: buildOf(files), files }];
}

/** null when it is truncated or not a list of ours. */
function readList(file: string): readonly Release[] | null {
  try {
    const { releases }: { releases: readonly Release[] } = JSON.parse(readFileSync(file, 'utf8'));
    if (releases.every(({ build, files }) => typeof build === 'string' && Array.isArray(files)))
      return releases;
  } catch {
    // Reported below.
  }
  printError(
    `${file} cannot be read: all lazy files that lie there are kept as one release, and the list is written anew.`,
  );
  return null;
}

/**
 * Must be called when everything is built: restores the files of earlier releases and writes the list. Older files are
 * not restored, and a build that changes nothing is not a new release.
 *
 * @param released those that every build has
 */
export function keepReleases(
  site: string,
  version: string,
  earlier: KeptReleases,
  released: KeptReleases = [],
): void {
  const files = lazyFilesIn(site);
  const present: Release = { version, build: buildOf(files), files };
  const others = earlier.filter(
    ({ build }, place) =>
      build !== present.build &&
      released.every((one) => one.build !== build) &&
      earlier.findIndex((one) => one.build === build) === place,
  );
  const kept = [...others.slice(0, KEPT), ...released.slice(0, KEPT)];
  putBack(site, kept);
  writeList(site, [present, ...kept]);
  rmSync(copyOf(site), { recursive: true, force: true });
}

/** Called after a failed build, so that the next one still knows the earlier releases. */
export function restoreReleases(site: string, earlier: KeptReleases): void {
  putBack(site, earlier);
  writeList(site, earlier);
  rmSync(copyOf(site), { recursive: true, force: true });
}

function putBack(site: string, releases: KeptReleases): void {
  for (const [name, bytes] of releases.flatMap((release) => [...release.bytes])) {
    const file = `${site}/${name}`;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, bytes);
  }
}

function writeList(site: string, all: readonly Release[]): void {
  const releases = all.map(({ version, build, files }) => ({ version, build, files }));
  const file = `${site}/${list}`;
  writeFileSync(`${file}.new`, `${JSON.stringify({ releases }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/**
 * Copies the pinned versions and lazy files of a served release, for a build in a fresh folder.
 * @param from `dist/site` of that release
 * @throws when there is none, because a deploy that was meant to keep it must not continue without it
 */
export function takeOver(from: string, site: string): KeptReleases {
  const releases = readReleases(from);
  if (releases.length === 0)
    throw new Error(
      `--keep ${from}: there is no build of Apply Form. Name the folder dist/site of the release that is served now.`,
    );
  for (const name of namesIn(from).filter((one) => isVersion(one) && !existsSync(`${site}/${one}`)))
    cpSync(`${from}/${name}`, `${site}/${name}`, { recursive: true });
  return releases;
}
