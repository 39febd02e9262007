import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearBuild, listAssets, publishVersion } from './site-files.ts';

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'apply-build-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), text);
};
const read = (name: string) => (existsSync(join(dist, name)) ? readFileSync(join(dist, name), 'utf8') : null);
const integrity = (): { version: string; files: Record<string, string> } =>
  JSON.parse(read('site/integrity.json') ?? '');

/** Does what `vite build` does: the script and a file that it loads, then a page. */
function build(version: string, content: string, isKilled = false): void {
  clearBuild(dist);
  const files = ['apply-form.js', `assets/later-${content}.js`, 'assets/words-same.js'];
  for (const name of files) write(`site/${name}`, `${name} of ${content}`);
  if (isKilled) return;
  write(`site/assets/later-${content}.js.map`, 'map');
  publishVersion(join(dist, 'site'), version, files);
  write('site/index.html', `page ${content}`);
  write('server.js', `server ${content}`);
  listAssets(dist, [...files, `assets/later-${content}.js.map`, 'index.html']);
}

test('the version has the script and what it loads, with the same bytes as the evergreen ones', () => {
  build('1.2.3', 'a');
  for (const name of ['apply-form.js', 'assets/later-a.js'])
    expect(read(`site/1.2.3/${name}`)).toBe(read(`site/${name}`));
  expect(read('site/1.2.3/index.html')).toBeNull();
});

test('the list names the version, and the hash of every script of it', () => {
  build('1.2.2', 'a');
  build('1.2.3', 'b');
  expect(integrity()).toEqual({
    version: '1.2.3',
    files: Object.fromEntries(
      ['apply-form.js', 'assets/later-b.js', 'assets/words-same.js'].map((name) => [
        `/1.2.3/${name}`,
        expect.stringMatching(/^sha384-[\w+/]{64}$/),
      ]),
    ),
  });
});

test('a page of the build before finds what it asks for, one of the build before that does not', () => {
  build('1.2.2', 'a');
  build('1.2.3', 'b');
  expect(read('site/assets/later-a.js')).toBe('assets/later-a.js of a');
  expect(read('site/assets/later-a.js.map')).toBeNull();
  expect(read('site/assets/words-same.js')).toBe('assets/words-same.js of b');
  build('1.2.3', 'c');
  expect(['a', 'b', 'c'].map((content) => read(`site/assets/later-${content}.js`) !== null)).toEqual([
    false,
    true,
    true,
  ]);
});

test('a build that fails or is killed is none: the next one leaves the assets of the one before it', () => {
  build('1.2.2', 'a');
  build('1.2.3', 'cut', true);
  build('1.2.3', 'b');
  expect(read('site/assets/later-a.js')).not.toBeNull();
  expect(read('site/assets/later-cut.js')).toBeNull();
});
