import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyReleases, keepReleases, readReleases, restoreReleases, takeOver } from './kept-releases.ts';
import { clearBuild, publishVersion } from './versioned-files.ts';

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

/** Does what `vite build` does: the script and its lazy file, then the pages. */
function build(version: string, content: string, keep?: string): void {
  const site = join(dist, 'site');
  const earlier = [...(keep ? takeOver(keep, site) : []), ...readReleases(site)];
  copyReleases(site, earlier);
  clearBuild(dist, version);
  write('site/apply-form.js', `script ${content}`);
  write('site/frame.js', `frame ${content}`);
  write(`site/assets/later-${content}.js`, `later ${content}`);
  write(`site/assets/later-${content}.js.map`, 'map');
  write('site/assets/words-same.js', 'words');
  publishVersion(join(dist, 'site'), version);
  write('site/index.html', `page ${content}`);
  write('server.js', `server ${content}`);
  keepReleases(site, version, earlier);
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
    '/0.1.0/assets/words-same.js',
    '/0.1.0/frame.js',
    '/0.2.0/apply-form.js',
    '/0.2.0/assets/later-b.js',
    '/0.2.0/assets/words-same.js',
    '/0.2.0/frame.js',
  ]);
  expect(files['/0.1.0/apply-form.js']).toMatch(/^sha384-[\w+/]{64}$/);
  expect(files['/0.1.0/apply-form.js']).not.toBe(files['/0.2.0/apply-form.js']);
});

const lazyFiles = () => readdirSync(join(dist, 'site/assets')).sort();
const builds = (): readonly { version: string; build: string; files: readonly string[] }[] =>
  JSON.parse(read('site/releases.json') ?? '').releases;

test('a page that was opened two releases ago still finds what it asks for, one of three does not', () => {
  build('0.1.0', 'a');
  build('0.1.0', 'b');
  build('0.2.0', 'c');
  expect(lazyFiles()).toEqual(['later-a.js', 'later-b.js', 'later-c.js', 'later-c.js.map', 'words-same.js']);
  expect(read('site/assets/later-a.js')).toBe('later a');
  expect(read('site/0.2.0/assets/later-b.js')).toBeNull();
  build('0.2.0', 'd');
  expect(lazyFiles()).toEqual(['later-b.js', 'later-c.js', 'later-d.js', 'later-d.js.map', 'words-same.js']);
});

test('builds that change nothing push no release out, and are no release', () => {
  for (const content of ['a', 'b', 'c', 'c', 'c']) build('0.1.0', content);
  expect(read('site/assets/later-a.js')).toBe('later a');
  expect(builds()).toHaveLength(3);
});

test('going back to the release before keeps both', () => {
  for (const content of ['a', 'b', 'a']) build('0.1.0', content);
  expect(builds().map(({ files }) => files[0])).toEqual(['assets/later-a.js', 'assets/later-b.js']);
});

test('the list names each release with its files, the newest first', () => {
  build('0.1.0', 'a');
  build('0.2.0', 'b');
  const files = (content: string) => [`assets/later-${content}.js`, 'assets/words-same.js'];
  expect(builds()).toMatchObject([
    { version: '0.2.0', files: files('b') },
    { version: '0.1.0', files: files('a') },
  ]);
});

test('a build in a fresh folder goes on from a release that it is told of, with its pinned versions', () => {
  build('0.1.0', 'a');
  build('0.2.0', 'b');
  const served = dist;
  dist = mkdtempSync(join(tmpdir(), 'apply-build-'));
  build('0.3.0', 'c', join(served, 'site'));
  rmSync(served, { recursive: true });
  expect(lazyFiles()).toEqual(expect.arrayContaining(['later-a.js', 'later-b.js', 'later-c.js']));
  expect(read('site/0.1.0/assets/later-a.js')).toBe('later a');
  expect(Object.keys(integrity().files)).toContain('/0.2.0/apply-form.js');
});

test('a fresh folder that is told of none keeps none', () => {
  build('0.3.0', 'c');
  expect(builds()).toHaveLength(1);
});

test('a folder without a build is refused, with what to name', () => {
  expect(() => build('0.3.0', 'c', join(dist, 'nothing'))).toThrow(
    /--keep .*nothing: there is no build .* dist\/site/,
  );
});

test('a build that fails loses nothing for the next one', () => {
  build('0.1.0', 'a');
  build('0.1.0', 'b');
  const site = join(dist, 'site');
  const earlier = readReleases(site);
  clearBuild(dist, '0.1.0');
  restoreReleases(site, earlier);
  build('0.1.0', 'c');
  expect(lazyFiles()).toEqual(expect.arrayContaining(['later-a.js', 'later-b.js', 'later-c.js']));
});

test('a build that is killed loses nothing for the next one, and leaves no copy behind', () => {
  build('0.1.0', 'a');
  build('0.1.0', 'b');
  const site = join(dist, 'site');
  copyReleases(site, readReleases(site));
  clearBuild(dist, '0.1.0');
  write('site/assets/later-cut.js', 'cut');
  build('0.1.0', 'c');
  expect(builds().map(({ files }) => files[0])).toEqual([
    'assets/later-c.js',
    'assets/later-b.js',
    'assets/later-a.js',
  ]);
  expect(lazyFiles()).toEqual(expect.arrayContaining(['later-a.js', 'later-b.js']));
  expect(readdirSync(dist).sort()).toEqual(['server.js', 'site']);
});

test.each([
  ['cut off', '{"releases": [{"version": "0.1'],
  ['without releases', '{}'],
])('a list that is %s is named, and what lies there is the release before', (_, text) => {
  build('0.1.0', 'a');
  write('site/releases.json', text);
  const printed: string[] = [];
  const stderr = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => printed.push(String(line)) > 0);
  build('0.1.0', 'b');
  stderr.mockRestore();
  expect(printed).toEqual([expect.stringMatching(/releases\.json cannot be read/)]);
  expect(builds()).toHaveLength(2);
  expect(read('site/assets/later-a.js')).toBe('later a');
});

test('what lies there from a build without a list is the release before', () => {
  build('0.1.0', 'a');
  rmSync(join(dist, 'site/releases.json'));
  build('0.1.0', 'b');
  expect(read('site/assets/later-a.js')).toBe('later a');
});

test('what is no part of a build is gone with the next', () => {
  build('0.1.0', 'a');
  write('site/old-page.html', 'old');
  write('server/old-chunk.js', 'old');
  build('0.1.0', 'b');
  for (const name of ['site/old-page.html', 'server/old-chunk.js']) expect(read(name)).toBeNull();
});

test('a version that is not released yet is rewritten and not kept', () => {
  build('0.2.0-next', 'a');
  expect(integrity().version).toBe('0.2.0-next');
  build('0.2.0', 'b');
  expect(read('site/0.2.0-next/apply-form.js')).toBeNull();
});
