/** The step of `npm test` that holds the rows of the service's document to the tests that ran. */
import { readFileSync } from 'node:fs';
import { list, member, text } from '../../../src/core/jsonapi/json.ts';
import { memberNames } from '../../../src/server/service/refusals.ts';
import type { TestRun } from '../reports.ts';

/** Where the tests of a row are: of the sandbox, or of the client over it; and through the form. */
const sides = {
  service: ['src/sandbox/', 'src/server/service/'],
  form: ['src/server/submissions/through-the-form.test.ts'],
} as const;

/** What others may write of an application is shown through the form, too. */
const writtenRows: readonly string[] = memberNames
  .filter((name) => name !== 'job')
  .map((name) => `applications.${name}`);

export interface MatrixRow {
  readonly id: string;
  /** Only where the document does not show it: the file and, after `#`, the constant that holds our reading. */
  readonly where: string | null;
}

/** Throws for a line of a table that is no row. */
export function readMatrix(): readonly MatrixRow[] {
  const page = readFileSync(new URL('feature-matrix.md', import.meta.url), 'utf8');
  const lines = page.split('\n').filter((line) => /^\| (?!Row \|)/.test(line));
  return lines.map((line) => {
    const [, id, where = null] = /^\| `([^`]+)` \| [^|]+ \| (?:`([^`|#]+#[^`|#]+)` )?\|$/.exec(line) ?? [];
    if (id === undefined) throw new Error(`This is no row of the matrix: ${line}`);
    return { id, where };
  });
}

/** What is wrong with each row: `report` is vitest's, of the whole suite. */
export function matrixFailures(report: unknown): readonly TestRun[] {
  const ids = readMatrix().map(({ id }) => id);
  const titles = Object.entries(sides).map(([side, folders]) => ({
    side,
    titles: folders.flatMap((folder) => titlesIn(report, folder)),
  }));
  const faults = titles.flatMap(({ side, titles }) => {
    const shown = new Set(titles.flatMap(idsOf));
    const demanded = side === 'form' ? writtenRows : ids;
    return demanded.filter((id) => !shown.has(id)).map((id) => `${id} has no test that passed: ${side}`);
  });
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id} is there twice`);
  const strays = titles
    .flatMap((one) => one.titles.flatMap((title) => idsOf(title).slice(0, 1)))
    .filter((word) => looksLikeRow(word, ids))
    .map((word) => `${word} begins a title, and is no row`);
  return [...faults, ...twice, ...new Set(strays)].map((message) => ({
    name: 'matrix',
    isPassed: false,
    message,
  }));
}

/** Of suites and tests that passed. */
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

/** What begins a title, or stands there in brackets, and every other word with a dot. */
function idsOf(title: string): readonly string[] {
  const words = title.split(/\s+/).map((word) => word.replace(/\)?[,:;]?$/, ''));
  const named = words.filter((word, place) => place === 0 || word.startsWith('(') || word.includes('.'));
  return named.map((word) => word.replace(/^\(/, ''));
}

/** `applications.emial` where there are rows of applications. */
const looksLikeRow = (word: string, ids: readonly string[]): boolean =>
  /^\w+(\.\w+)+$/.test(word) &&
  !ids.includes(word) &&
  ids.some((id) => id.startsWith(word.replace(/\..*/, '.')));
