/**
 * Keeps what a released version leaves behind, from a checkout of it that is built:
 *   node --import tsx e2e/release/keep-release.ts files CHECKOUT
 *   node --import tsx e2e/release/keep-release.ts store CHECKOUT
 * `files` are those that pages pin and that open forms load, with their hashes; `store` is one that its server wrote, in a file and in Postgres.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFiles } from '../../src/build/released-versions.ts';
import { makeStores } from './make-store.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const table = `${root}src/build/released-files.json`;

const out = (line: string) => process.stdout.write(`${line}\n`);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
    .sort();

function keepFiles(checkout: string, version: string): void {
  const site = `${checkout}/dist/site`;
  const kept = `${root}public/${version}`;
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(`${kept}/assets`, { recursive: true });
  cpSync(`${site}/${version}`, kept, { recursive: true, filter: (name) => !name.endsWith('.map') });
  for (const name of ownFiles(site, version)) cpSync(`${site}/${name}`, `${kept}/${name}`);
  const known: Record<string, string> = JSON.parse(readFileSync(table, 'utf8'));
  const others = Object.entries(known).filter(([path]) => !path.startsWith(`/${version}/`));
  const own = filesIn(kept).map((name) => [`/${version}/${name}`, hashOf(`${kept}/${name}`)] as const);
  const all = Object.fromEntries([...others, ...own].sort());
  writeFileSync(table, `${JSON.stringify(all, null, 2)}\n`);
  out(`public/${version}: ${own.length} files`);
}

const hashOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

async function keepStore(checkout: string, version: string): Promise<void> {
  const folder = `${root}src/server/delivery/stores/released/${version}`;
  for (const state of await makeStores(checkout, folder)) out(JSON.stringify(state));
}

const [what, named] = process.argv.slice(2);
if ((what !== 'files' && what !== 'store') || named === undefined) {
  process.stderr.write('keep-release.ts files|store CHECKOUT\n');
  process.exit(2);
}
const checkout = resolve(named);
const { version }: { version: string } = JSON.parse(readFileSync(`${checkout}/package.json`, 'utf8'));
if (what === 'files') keepFiles(checkout, version);
else await keepStore(checkout, version);
