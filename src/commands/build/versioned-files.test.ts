import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearBuild, publishVersion, putBack } from './versioned-files.ts';

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'apply-build-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), text);
};
const read = (name: string) => {
  const file = join(dist, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const integrity = (): { version: string; files: Record<string, string> } =>
  JSON.parse(read('site/integrity.json') ?? '');

/** What `vite build` does: the script and its late file, then the pages. */
function build(version: string, content: string): void {
  const late = clearBuild(dist, version);
  write('site/apply-form.js', `script ${content}`);
  write('site/frame.js', `frame ${content}`);
  write(`site/assets/later-${content}.js`, `later ${content}`);
  publishVersion(join(dist, 'site'), version);
  write('site/index.html', `page ${content}`);
  write('server.js', `server ${content}`);
  putBack(join(dist, 'site'), late);
}

test('a version has the script, the frame helper and what they load beside them, the same bytes as the evergreen ones', () => {
  build('0.1.0', 'a');
  for (const name of ['apply-form.js', 'frame.js', 'assets/later-a.js'])
    expect(read(`site/0.1.0/${name}`)).toBe(read(`site/${name}`));
  expect(read('site/0.1.0/index.html')).toBeNull();
});

test('the next version leaves the one before as it was', () => {
  build('0.1.0', 'a');
  build('0.2.0', 'b');
  expect(read('site/apply-form.js')).toBe('script b');
  expect(read('site/0.2.0/apply-form.js')).toBe('script b');
  expect(read('site/0.1.0/apply-form.js')).toBe('script a');
  expect(read('site/0.1.0/assets/later-a.js')).toBe('later a');
  expect(read('site/0.2.0/0.1.0/apply-form.js')).toBeNull();
});

test('the list names the present version, and the hash of every script of every version', () => {
  build('0.1.0', 'a');
  build('0.2.0', 'b');
  const { version, files } = integrity();
  expect(version).toBe('0.2.0');
  expect(Object.keys(files)).toEqual([
    '/0.1.0/apply-form.js',
    '/0.1.0/assets/later-a.js',
    '/0.1.0/frame.js',
    '/0.2.0/apply-form.js',
    '/0.2.0/assets/later-b.js',
    '/0.2.0/frame.js',
  ]);
  expect(files['/0.1.0/apply-form.js']).toMatch(/^sha384-[\w+/]{64}$/);
  expect(files['/0.1.0/apply-form.js']).not.toBe(files['/0.2.0/apply-form.js']);
});

test('a page that is open now still finds what the script of the build before it asks for', () => {
  build('0.1.0', 'a');
  build('0.1.0', 'b');
  expect(read('site/assets/later-a.js')).toBe('later a');
  expect(read('site/0.1.0/assets/later-a.js')).toBeNull();
});

test('what nobody asks for any more is gone', () => {
  build('0.1.0', 'a');
  write('site/old-page.html', 'old');
  write('server/old-chunk.js', 'old');
  build('0.1.0', 'b');
  build('0.1.0', 'c');
  expect(read('site/assets/later-b.js')).toBe('later b');
  for (const name of ['site/assets/later-a.js', 'site/old-page.html', 'server/old-chunk.js'])
    expect(read(name)).toBeNull();
});

test('a version that is not released yet is rewritten and not kept', () => {
  build('0.2.0-next', 'a');
  expect(integrity().version).toBe('0.2.0-next');
  build('0.2.0', 'b');
  expect(read('site/0.2.0-next/apply-form.js')).toBeNull();
});
