/**
 * The files of released versions lie in `public`, as they were released: a build from a fresh checkout, and the package
 * that is made of it, serve what pages pin and what forms of an earlier release still load.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { buildOf, type KeptReleases } from './kept-releases.ts';

const isVersion = (name: string): boolean => /^\d+\.\d+\.\d+$/.test(name);

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

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
