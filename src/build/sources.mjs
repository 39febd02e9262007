/*
 * What a build is made of. No imports from packages here, as this runs before they are installed.
 */
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

/** The same for the same sources, wherever they are, and another one for each byte or name that changes. */
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
