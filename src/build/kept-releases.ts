/**
 * The lazy files of the releases before: a form that was opened before a deploy asks for them by their old names, which
 * carry the hash of their content.
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
import { printError } from '../server/app/print.ts';

/** Releases before the present one whose files stay. */
const KEPT = 2;

/** As `releases.json` lists it, the newest first. */
export interface Release {
  readonly version: string;
  /** Another content is another build. */
  readonly build: string;
  /** As `assets/later-….js`, without source maps. */
  readonly files: readonly string[];
}

interface KeptRelease extends Release {
  readonly bytes: ReadonlyMap<string, Buffer>;
}

export type KeptReleases = readonly KeptRelease[];

const list = 'releases.json';

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const lazyFilesIn = (site: string): string[] =>
  namesIn(`${site}/assets`)
    .filter((name) => !name.endsWith('.map'))
    .map((name) => `assets/${name}`)
    .sort();

const buildOf = (files: readonly string[]): string =>
  createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);

/** Lies beside the folder while a build is under way: one that is killed has cleared the folder, and nothing more. */
export const copyOf = (site: string): string => `${site}.kept`;

/** To be called before anything of the folder is cleared. */
export function readReleases(site: string): KeptReleases {
  const from = existsSync(copyOf(site)) ? copyOf(site) : site;
  return listed(from).map((release) => {
    const there = release.files.filter((name) => existsSync(`${from}/${name}`));
    return { ...release, bytes: new Map(there.map((name) => [name, readFileSync(`${from}/${name}`)])) };
  });
}

/** To be called before anything of the folder is cleared, for a next build should this one be killed. */
export function copyReleases(site: string, earlier: KeptReleases): void {
  const unfinished = `${copyOf(site)}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  putBack(unfinished, earlier);
  writeList(unfinished, earlier);
  // The whole of it, or none.
  rmSync(copyOf(site), { recursive: true, force: true });
  renameSync(unfinished, copyOf(site));
}

/** A build of 0.1.0 may have no list: all that lies there is one release. */
function listed(site: string): readonly Release[] {
  const file = `${site}/${list}`;
  const known = existsSync(file) ? readList(file) : null;
  if (known !== null) return known;
  const files = lazyFilesIn(site);
  return files.length === 0 ? [] : [{ version: '0.1.0', build: buildOf(files), files }];
}

/** null: it was cut off, or is another's. */
function readList(file: string): readonly Release[] | null {
  try {
    const { releases }: { releases: readonly Release[] } = JSON.parse(readFileSync(file, 'utf8'));
    if (releases.every(({ build, files }) => typeof build === 'string' && Array.isArray(files)))
      return releases;
  } catch {
    // Said below.
  }
  printError(
    `${file} cannot be read: all lazy files that lie there are kept as one release, and the list is written anew.`,
  );
  return null;
}

/**
 * To be called when everything is built: puts back what the releases before need, and writes the list. What is older is
 * put back no more, and a build that changes nothing is no release of its own.
 */
export function keepReleases(site: string, version: string, earlier: KeptReleases): void {
  const files = lazyFilesIn(site);
  const present: Release = { version, build: buildOf(files), files };
  const others = earlier.filter(
    ({ build }, place) =>
      build !== present.build && earlier.findIndex((one) => one.build === build) === place,
  );
  const kept = others.slice(0, KEPT);
  putBack(site, kept);
  writeList(site, [present, ...kept]);
  rmSync(copyOf(site), { recursive: true, force: true });
}

/** After a build that failed: the next one still knows what is open. */
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

const released = /^\d+\.\d+\.\d+$/;

/**
 * What a build in a fresh folder goes on from: the pinned versions and the lazy files of a release that is served.
 * @param from `dist/site` of that release
 * @throws when there is none: a deploy that was meant to keep it must not go without
 */
export function takeOver(from: string, site: string): KeptReleases {
  const releases = readReleases(from);
  if (releases.length === 0)
    throw new Error(
      `--keep ${from}: there is no build of Apply Form. Name the folder dist/site of the release that is served now.`,
    );
  for (const name of namesIn(from).filter((one) => released.test(one) && !existsSync(`${site}/${one}`)))
    cpSync(`${from}/${name}`, `${site}/${name}`, { recursive: true });
  return releases;
}
