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

/** Builds like `vite build`: the script, the files that it loads, then a page. */
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

test('the folder of a version has the same files as the evergreen folder', () => {
  build('1.2.3', 'a');
  for (const name of ['apply-form.js', 'assets/later-a.js'])
    expect(read(`site/1.2.3/${name}`)).toBe(read(`site/${name}`));
  expect(read('site/1.2.3/index.html')).toBeNull();
});

test('integrity.json has the version and the hash of each of its scripts', () => {
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

test('the assets of the previous build stay, and those of the build before it are removed', () => {
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

test('after a killed build, the next build still has the assets of the last complete one', () => {
  build('1.2.2', 'a');
  build('1.2.3', 'cut', true);
  build('1.2.3', 'b');
  expect(read('site/assets/later-a.js')).not.toBeNull();
  expect(read('site/assets/later-cut.js')).toBeNull();
});
