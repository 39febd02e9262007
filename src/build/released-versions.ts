/**
 * The files of released versions lie in `public`, as they were released: a build from a fresh checkout, and the package
 * that is made of it, serve what pages pin and what forms of an earlier release still load.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { buildOf, type KeptReleases, readReleases } from './kept-releases.ts';
import { isVersion, namesIn } from './site-folder.ts';

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** Oldest first. */
export const releasedVersions = (folder: string): readonly string[] =>
  readdirSync(folder).filter(isVersion).sort(byVersion);

/**
 * Lays them into the site, over what a build of the same name left there.
 * @throws when the version that is built is among them, because its files would be others under the same name
 */
export function layReleased(folder: string, site: string, version: string): void {
  for (const released of releasedVersions(folder)) {
    if (released === version)
      throw new Error(
        `Version ${version} is released: its files lie in public/${version}. Set another version in package.json.`,
      );
    rmSync(`${site}/${released}`, { recursive: true, force: true });
    cpSync(`${folder}/${released}`, `${site}/${released}`, { recursive: true });
  }
}

/** Their lazy files, which a form that was opened before an upgrade loads by their names, newest release first. */
export function releasedFiles(folder: string): KeptReleases {
  const versions = [...releasedVersions(folder)].reverse();
  return versions.map((version) => {
    const names = namesIn(`${folder}/${version}/assets`);
    const bytes = names.map(
      (name) => [`assets/${name}`, readFileSync(`${folder}/${version}/assets/${name}`)] as const,
    );
    const files = names.map((name) => `assets/${name}`);
    return { version, build: buildOf(files), files, bytes: new Map(bytes) };
  });
}

/**
 * The lazy files to keep of a version that was built in `site`, and what the form's own pages load, as their HTML may
 * have come before an upgrade. Those of earlier releases lie in the same folder, and are kept already.
 */
export function ownFiles(site: string, version: string): readonly string[] {
  const [newest] = readReleases(site);
  if (newest?.version !== version) throw new Error(`${site}: the newest build there is not ${version}.`);
  return newest.files.filter((name) => !/^assets\/(index|attention)-/.test(name));
}
