/** The step of `npm test` that checks that every row of the service's document has passing tests. */
import { readFileSync } from 'node:fs';
import { list, member, text } from '../../../src/core/jsonapi/json.ts';
import { memberNames } from '../../../src/server/service/refusals.ts';
import type { TestRun } from '../reports.ts';

/** The folders with the tests of the sandbox and of the client, and the tests through the form. */
const sides = {
  service: ['src/sandbox/', 'src/server/service/'],
  form: ['src/server/submissions/through-the-form.test.ts'],
} as const;

/** Rows of writable attributes need a test through the form, too. */
const writtenRows: readonly string[] = memberNames
  .filter((name) => name !== 'job')
  .map((name) => `applications.${name}`);

/** Returns the ids of all rows. Throws for a line of a table that is not a row. */
export function readMatrix(): readonly string[] {
  const page = readFileSync(new URL('feature-matrix.md', import.meta.url), 'utf8');
  const lines = page.split('\n').filter((line) => /^\| (?!Row \|)/.test(line));
  return lines.map((line) => {
    const id = /^\| `([^`]+)` \| [^|]+ \| (?:`[^`|#]+#[^`|#]+` )?\|$/.exec(line)?.[1];
    if (id === undefined) throw new Error(`This is no row of the matrix: ${line}`);
    return id;
  });
}

/** Returns a failure for each row without a passing test. @param report vitest's, of the whole suite */
export function matrixFailures(report: unknown): readonly TestRun[] {
  const ids = readMatrix();
  const titles = Object.entries(sides).map(([side, folders]) => ({
    side,
    titles: folders.flatMap((folder) => titlesIn(report, folder)),
  }));
  const faults = titles.flatMap(({ side, titles }) => {
    const shown = new Set(titles.flatMap(idsOf));
    const demanded = side === 'form' ? writtenRows : ids;
    return demanded.filter((id) => !shown.has(id)).map((id) => `${id} has no test that passed: ${side}`);
  });
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`);
  return [...faults, ...twice].map((message) => ({ name: 'matrix', isPassed: false, message }));
}

/** Returns the titles of suites and tests that passed. */
function titlesIn(report: unknown, folder: string): readonly string[] {
  const files = list(member(report, 'testResults')).filter((file) =>
    text(member(file, 'name'))?.replaceAll('\\', '/').includes(`/${folder}`),
  );
  return files
    .flatMap((file) => list(member(file, 'assertionResults')))
    .filter((test) => member(test, 'status') === 'passed')
    .flatMap((test) => [...list(member(test, 'ancestorTitles')), member(test, 'title')])
    .flatMap((title) => text(title) ?? []);
}

/** Returns the first word of a title, words in brackets, and all other words with a dot. */
function idsOf(title: string): readonly string[] {
  const words = title.split(/\s+/).map((word) => word.replace(/\)?[,:;]?$/, ''));
  const named = words.filter((word, index) => index === 0 || word.startsWith('(') || word.includes('.'));
  return named.map((word) => word.replace(/^\(/, ''));
}
