/* The sources of a build. Imports no packages, because this runs before they are installed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

export const sources = [
  'src',
  'public',
  'e2e/hosts',
  'e2e/suite/matrix',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
];

const isSource = (name) => !/\.(test(-d)?|support)\.tsx?$/.test(name);

/** Hashes the sources without tests: the same everywhere, and different after any change of a byte or a name. */
export function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const name of sources
    .flatMap((source) => filesAt(root, source))
    .filter(isSource)
    .sort()) {
    const bytes = readFileSync(`${root}${name}`);
    hash.update(`${name} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function filesAt(root, source) {
  if (statSync(`${root}${source}`).isFile()) return [source];
  return readdirSync(`${root}${source}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll('\\', '/'));
}
