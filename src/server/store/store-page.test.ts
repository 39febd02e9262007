/** The page on deploying and the store itself name the bundled SQLite. */
import { readFileSync } from 'node:fs';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { openInTest, useFolder } from './engines.support.ts';

const folder = useFolder();
const page = readFileSync(new URL('../../../public/docs/deploying.md', import.meta.url), 'utf8');
const driver = packageFile.dependencies.libsql;

function readVersion(): string {
  const file = new Libsql(':memory:');
  const [row] = file.prepare('select sqlite_version() as version').all();
  file.close();
  return String(Object(row).version);
}

test('the page and the store name the same SQLite and driver versions', async () => {
  const inside = readVersion();
  expect(page).toContain(`| SQLite ${inside}, included in the package \`libsql\` ${driver}`);
  expect(page).toContain(`\`"store":"SQLite ${inside}"\``);
  expect((await openInTest(`file:${folder}/apply.db`)).product).toBe(`SQLite ${inside}`);
  expect(page).toContain(`3.51.3 fixed this; ${inside} is affected.`);
});

test('the bundled SQLite has the fault that the page warns about', () => {
  const [major = 0, minor = 0, patch = 0] = readVersion().split('.').map(Number);
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeLessThan(3_051_003);
});
