import { createHash } from 'node:crypto';
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
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepReleases, readReleases } from './kept-releases.ts';
import hashes from './released-files.json' with { type: 'json' };
import { layReleased, ownFiles, releasedFiles, releasedVersions } from './released-versions.ts';
import { publishVersion } from './versioned-files.ts';

const root = fileURLToPath(new URL('../../public', import.meta.url));

function hashesIn(folder: string): Record<string, string> {
  const names = releasedVersions(folder).flatMap((version) =>
    readdirSync(join(folder, version), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/')),
  );
  const hash = (name: string) =>
    createHash('sha384')
      .update(readFileSync(folder + name))
      .digest('base64');
  return Object.fromEntries(names.map((name) => [name, `sha384-${hash(name)}`]));
}

describe('the files of released versions', () => {
  test('are the bytes that were released, none more and none less', () => {
    expect(hashesIn(root)).toEqual(hashes);
  });

  test('of 0.1.0 have the hashes that careers pages wrote down', () => {
    expect(hashes).toMatchObject({
      '/0.1.0/apply-form.js': 'sha384-Crq54Syae6F2DdcpVEPOgLidwMT71t4zrEYFdF9uOhkdYqg5Jr5mxLkz0T1+821a',
      '/0.1.0/frame.js': 'sha384-qQq5o44jIxSv3tvFdlHQgH301blOC2EVcaZKSmx8Duiun8X2M5/FPBN3zLKbQf93',
    });
  });
});

describe('a build', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'apply-released-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
  const release = (version: string) => {
    write(`public/${version}/apply-form.js`, `script of ${version}`);
    write(`public/${version}/assets/later-${version}.js`, `later of ${version}`);
  };
  /** Does what `vite build` does. */
  function build(version: string): void {
    const [released, site] = [join(folder, 'public'), join(folder, 'site')];
    const earlier = readReleases(site);
    rmSync(`${site}/assets`, { recursive: true, force: true });
    layReleased(released, site, version);
    write('site/apply-form.js', `script of ${version}`);
    write(`site/assets/later-${version}.js`, `later of ${version}`);
    publishVersion(site, version);
    write(`site/assets/open-page-${version}.js`, `page of ${version}`);
    write(`site/assets/index-${version}.js`, `demo of ${version}`);
    keepReleases(site, version, earlier, releasedFiles(released));
  }
  const versionsIn = (name: string): readonly string[] =>
    JSON.parse(read(name) ?? '').releases.map(({ version }: { version: string }) => version);

  test('from a fresh checkout serves what pages pinned of a released version, and lists its hash', () => {
    release('0.1.0');
    build('0.2.0');
    expect(read('site/0.1.0/apply-form.js')).toBe('script of 0.1.0');
    expect(Object.keys(JSON.parse(read('site/integrity.json') ?? '').files)).toEqual([
      '/0.1.0/apply-form.js',
      '/0.1.0/assets/later-0.1.0.js',
      '/0.2.0/apply-form.js',
      '/0.2.0/assets/later-0.2.0.js',
    ]);
  });

  test('has the lazy files that a form of the release before asks for by their evergreen names', () => {
    release('0.1.0');
    build('0.2.0');
    expect(read('site/assets/later-0.1.0.js')).toBe('later of 0.1.0');
    expect(versionsIn('site/releases.json')).toEqual(['0.2.0', '0.1.0']);
  });

  test('control: without its released files it has neither', () => {
    mkdirSync(join(folder, 'public'));
    build('0.2.0');
    expect([read('site/0.1.0/apply-form.js'), read('site/assets/later-0.1.0.js')]).toEqual([null, null]);
  });

  test('keeps released files beside those of the builds before it, each once', () => {
    release('0.1.0');
    for (const version of ['0.2.0', '0.2.1', '0.2.2', '0.2.3', '0.2.3']) build(version);
    expect(versionsIn('site/releases.json')).toEqual(['0.2.3', '0.2.2', '0.2.1', '0.1.0']);
  });

  test('keeps the lazy files of the two newest releases, and the pinned files of all', () => {
    for (const version of ['0.9.0', '0.10.0', '0.2.0']) release(version);
    build('1.0.0');
    expect(versionsIn('site/releases.json')).toEqual(['1.0.0', '0.10.0', '0.9.0']);
    expect(read('site/0.2.0/apply-form.js')).toBe('script of 0.2.0');
  });

  test('puts released bytes over what a build of that version left', () => {
    write('site/0.1.0/apply-form.js', 'of a build under way');
    release('0.1.0');
    build('0.2.0');
    expect(read('site/0.1.0/apply-form.js')).toBe('script of 0.1.0');
  });

  test('leaves to keep of its version what it made itself, but for pages that no open form loads', () => {
    release('0.1.0');
    build('0.1.9');
    build('0.2.0');
    expect(read('site/assets/open-page-0.1.9.js')).toBe('page of 0.1.9');
    expect(ownFiles(join(folder, 'site'), '0.2.0')).toEqual([
      'assets/later-0.2.0.js',
      'assets/open-page-0.2.0.js',
    ]);
  });

  test('of another version than the one to keep is not taken for it', () => {
    release('0.1.0');
    build('0.2.1');
    expect(() => ownFiles(join(folder, 'site'), '0.2.0')).toThrow('is not 0.2.0');
  });

  test('of a version that is released is refused, because pages pin its bytes', () => {
    release('0.2.0');
    expect(() => build('0.2.0')).toThrow(/Version 0\.2\.0 is released.*public\/0\.2\.0.*package\.json/);
  });
});
