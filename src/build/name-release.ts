import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Release } from '../server/http/options.ts';

/** All that a build is made of. */
const sources = ['src', 'public', 'e2e/hosts', 'index.html', 'package-lock.json', 'vite.config.ts'];

const isSource = (name: string): boolean => !/\.(test(-d)?|support)\.tsx?$|\/stores\/released\//.test(name);

/** The same for the same sources, wherever they are built, and another one for other sources. */
export function buildName(root: string): string {
  const hash = createHash('sha256');
  for (const name of sources
    .flatMap((source) => filesAt(root, source))
    .filter(isSource)
    .sort()) {
    const bytes = readFileSync(`${root}${name}`);
    hash.update(`${name} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

function filesAt(root: string, source: string): readonly string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(`${root}${source}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll('\\', '/'));
}

/** The server says which build it is; from its sources it is none. */
export function nameRelease(root: string, version: string): Plugin {
  return {
    name: 'name-release',
    apply: 'build',
    load: {
      filter: { id: /\/src\/server\/app\/release\.ts$/ },
      handler() {
        const release: Release = { version, build: buildName(root) };
        return `export const release = ${JSON.stringify(release)};`;
      },
    },
  };
}
