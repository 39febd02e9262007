/** Every file and heading cited in documents and code exists. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anchorOf } from './build/docs/docs-site.ts';

interface Citation {
  /** The citing file and what it cites, both relative to the repository root. */
  readonly file: string;
  readonly target: string;
  readonly anchor: string;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => ending.test(file));

const folders = ['.github', 'public/docs', 'src'];
const pages = ['README.md', 'CHANGELOG.md', ...folders.flatMap((folder) => filesIn(folder, /\.md$/))];
/** Excludes this file, whose control cites missing files. */
const code = ['src', 'e2e']
  .flatMap((folder) => filesIn(folder, /\.(?:tsx?|mjs|css|html)$/))
  .filter((file) => file !== 'src/documents-exist.test.ts' && !file.startsWith('e2e/node_modules/'));

const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '`x`');

function anchorsIn(page: string): readonly string[] {
  const headings = read(page)
    .replace(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => anchorOf(heading));
}

function linksIn(file: string): readonly Citation[] {
  const links = withoutCode(read(file)).matchAll(/\]\(([^)\s:#]*)(?:#([^)\s]*))?\)/g);
  return [...links].map(([, path = '', anchor = '']) => ({
    file,
    target: path === '' ? file : posix.join(dirname(file), path),
    anchor,
  }));
}

/** Finds pages that comments cite, by a path from the root or from the file's folder, such as `public/docs/privacy.md#when-a-person-asks`. */
function pagesIn(file: string): readonly Citation[] {
  const cited = read(file).matchAll(/(?<![\w/.$}-])((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+))?/g);
  return [...cited].map(([, path = '', anchor = '']) => {
    const relative = posix.join(dirname(file), path);
    return { file, target: existsSync(`${root}${relative}`) ? relative : path, anchor };
  });
}

/** Finds source files in a document's blocks of code, such as `src/core/conditions/cases/*.json`. */
function sourcesIn(file: string): readonly Citation[] {
  const blocks = read(file).match(/^```.*?^```/gms) ?? [];
  const named = blocks.flatMap((block) => block.match(/(?<![\w./-])(?:src|e2e)\/[\w./-]*[\w/]/g) ?? []);
  return named.map((target) => ({ file, target, anchor: '' }));
}

function doesExist({ target, anchor }: Citation): boolean {
  if (!existsSync(`${root}${target}`)) return false;
  if (anchor === '') return true;
  return statSync(`${root}${target}`).isFile() && anchorsIn(target).includes(anchor);
}

const brokenIn = (citations: readonly Citation[]) =>
  citations
    .filter((citation) => !doesExist(citation))
    .map(({ file, target, anchor }) => `${file} cites ${target}#${anchor}`);

test('every file and every heading that a document links to exists', () => {
  const links = pages.flatMap(linksIn);
  expect(links.length).toBeGreaterThan(200);
  expect(brokenIn(links)).toEqual([]);
});

test('every source file that a block of code names exists', () => {
  const named = pages.flatMap(sourcesIn);
  expect(named.length).toBeGreaterThan(0);
  expect(brokenIn(named)).toEqual([]);
});

test('every page and every heading that a comment cites exists', () => {
  const cited = code.flatMap(pagesIn);
  expect(cited.length).toBeGreaterThan(0);
  expect(brokenIn(cited)).toEqual([]);
});

test('the test finds a link to a missing target (control)', () => {
  const file = 'README.md';
  expect(
    brokenIn([
      { file, target: 'public/docs/privacy.md', anchor: 'when-a-person-asks' },
      { file, target: 'public/docs/privacy.md', anchor: 'no-such-heading' },
      { file, target: 'no-such-page.md', anchor: '' },
    ]),
  ).toHaveLength(2);
});

test('the anchor of a heading keeps its underscores and drops its punctuation', () => {
  expect(anchorOf('Several customers: `APPLY_CONFIG`')).toBe('several-customers-apply_config');
  expect(anchorOf("One person's data")).toBe('one-persons-data');
});
