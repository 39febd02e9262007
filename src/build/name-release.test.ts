import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildName } from './plugins.ts';
import { sources } from './sources.mjs';

let root: string;

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

beforeEach(() => {
  root = `${mkdtempSync(join(tmpdir(), 'apply-name-'))}/`;
  for (const source of sources) write(/\.\w+$/.test(source) ? source : `${source}/one.ts`, source);
});
afterEach(() => rmSync(root, { recursive: true }));

test('the same sources have the same build name', () => {
  expect(buildName(root)).toBe(buildName(root));
  expect(buildName(root)).toMatch(/^[0-9a-f]{12}$/);
});

test.each(['src/one.test.ts', 'src/one.support.ts'])('%s does not change the build name', (name) => {
  const before = buildName(root);
  write(name, 'new');
  expect(buildName(root)).toBe(before);
});
