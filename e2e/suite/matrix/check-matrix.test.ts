import { describe, expect, test } from 'vitest';
import { checkMatrix, summaryOf } from './check-matrix.ts';
import { type MatrixRow, parseMatrix, readMatrix, rowsOf } from './matrix-row.ts';
import { titledTests } from './row-tests.ts';
import { testResults } from './test-results.ts';

const row: MatrixRow = { id: 'tags.add_one', what: 'One tag is added.' };
const inSandbox = { name: 'src/sandbox/tags.test.ts > tags.add_one is read back', passed: true };
const inClient = { name: 'src/server/service/tags.test.ts > one tag is added (tags.add_one)', passed: true };
const results = [inSandbox, inClient];
const messages = (rows: readonly MatrixRow[], ran = results) =>
  checkMatrix(rows, ran).map(({ row: id, message }) => `${id} ${message}`);

describe('the check of the matrix', () => {
  test('has nothing to say where every row has a test on each side that passed', () => {
    expect(messages([row])).toEqual([]);
  });

  test.each([
    ['without a test of the sandbox', inClient, 'has no test: sandbox'],
    ['without a test of the client', inSandbox, 'has no test: client'],
  ])('finds a row %s', (_name, only, message) => {
    expect(messages([row], [only])).toEqual([`tags.add_one ${message}`]);
  });

  test('finds an id in a title that no row has', () => {
    const name = 'src/sandbox/tags.test.ts > tags.add_two are read back';
    expect(messages([row], [...results, { name, passed: true }])).toEqual([
      `tags.add_two is no row, and a title has it: ${name}`,
    ]);
  });

  test('finds a row that is there twice, once', () => {
    expect(messages([row, row])).toEqual(['tags.add_one is there twice']);
  });

  test('finds a test that failed, also when another of its name passed', () => {
    const failed = { ...inClient, passed: false };
    expect(messages([row], [failed, ...results])).toEqual([
      `tags.add_one has a test that did not pass: ${failed.name}`,
    ]);
  });

  test('finds every row when nothing ran', () => {
    expect(messages([row], [])).toHaveLength(2);
  });
});

test('a row of what others may write of an application has a test through the form, too', () => {
  const written = { id: 'applications.email', what: 'It is written.' };
  const sides = ['src/sandbox/a', 'src/server/service/a'].map((name) => ({
    name: `${name}.test.ts > applications.email is kept`,
    passed: true,
  }));
  const through = {
    name: 'src/server/http/submissions/through-the-form.test.ts > applications.email arrives',
    passed: true,
  };
  expect(messages([written], sides)).toEqual(['applications.email has no test: form']);
  expect(messages([written], [...sides, through])).toEqual([]);
});

test('the sum tells rows, documented and readings, and the share of each side, rounded down', () => {
  const without = { ...row, id: 'b', where: 'PAGE_SIZE' };
  const shown = { name: 'src/sandbox/b.test.ts > b is shown', passed: true };
  expect(summaryOf([row, row, without], [...results, shown])).toBe(
    '3 rows (2 documented, 1 readings), sandbox 100 %, client 66 %',
  );
});

test('of vitest’s report a test has the name of its file, its suites and its own', () => {
  const report = {
    testResults: [
      {
        name: '/home/here/src/a.test.ts',
        assertionResults: [
          { ancestorTitles: ['tags', 'one'], title: 'is added', status: 'passed' },
          { ancestorTitles: [], title: 'is skipped', status: 'skipped' },
        ],
      },
    ],
  };
  expect(testResults(report, '/home/here/')).toEqual([
    { name: 'src/a.test.ts > tags > one > is added', passed: true },
    { name: 'src/a.test.ts > is skipped', passed: false },
  ]);
  expect(testResults(null, '/')).toEqual([]);
});

describe('tests are named by their titles', () => {
  const rows = [row, { ...row, id: 'tags.add' }, { ...row, id: 'create_tag' }];
  const shownBy = (names: readonly string[]) =>
    [...titledTests(rows, names).shown.values()].map(({ sandbox, client }) => [sandbox, client]);
  const strays = (title: string) =>
    titledTests(rows, [`src/sandbox/a.test.ts > ${title}`]).unknown.map(({ id }) => id);

  test('each belongs to the ids with which it, or a suite of it, begins, and to those it names, on the side of its room', () => {
    const names = [
      'src/sandbox/a.test.ts > tags.add_one is kept',
      'src/sandbox/a.test.ts > tags.add: is kept',
      'src/server/service/b.test.ts > tags.add_one > twice, as tags.add says',
      'src/server/c.test.ts > tags.add_one',
    ];
    expect(shownBy(names)).toEqual([
      [[names[0]], [names[2]]],
      [[names[1]], [names[2]]],
      [[], []],
    ]);
  });

  test('an id without a dot counts where a title begins with it or has it in brackets, not as a word of a sentence', () => {
    const names = [
      'src/sandbox/a.test.ts > create_tag: is made',
      'src/sandbox/a.test.ts > it is made (create_tag, tags.add)',
      'src/sandbox/a.test.ts > what create_tag says',
    ];
    expect(shownBy(names)[2]).toEqual([[names[0], names[1]], []]);
  });

  test.each([
    ['that begins a title', 'tags.gone: is kept'],
    ['that follows another', 'tags.add, tags.add_one and tags.gone: are kept'],
    ['in brackets', 'what is kept (tags.gone)'],
    ['of a suite', 'tags.gone > is kept'],
  ])('an id of no row is found: one %s', (_place, title) => {
    expect(strays(title)).toEqual(['tags.gone']);
  });

  test.each(['tags.add: as tags.gone, a path', 'file.txt is kept', 'tags are kept'])(
    'a title that only looks as if it had an id is no failure: %s',
    (title) => {
      expect(strays(title)).toEqual([]);
    },
  );
});

describe('the page of the matrix', () => {
  const page = (line: string) =>
    ['# Title', '', '## Tags', '', 'words', '', '| Row | What | Our reading |', '|---|---|---|', line].join(
      '\n',
    );

  test('has its rows under the headings of the document, a reading with its place', () => {
    expect(
      parseMatrix(`${page('| `a.b` | One. | `src/a.ts#A` |')}\n| \`c\` | Two. | |\n\n## Events\n\nnone\n`),
    ).toEqual([
      {
        heading: 'Tags',
        summary: 'words',
        rows: [
          { id: 'a.b', what: 'One.', where: 'src/a.ts#A' },
          { id: 'c', what: 'Two.' },
        ],
      },
      { heading: 'Events', summary: 'none', rows: [] },
    ]);
  });

  test.each(['| a | One. | |', '| `a` | | |', '| `a` | One. | `src/a.ts` |', '`a` One.'])(
    'is refused for a line that is no row: %s',
    (line) => {
      expect(() => parseMatrix(page(line))).toThrow(line);
    },
  );
});

test('the matrix of the project can be read, and names each row once', () => {
  const ids = rowsOf(readMatrix()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(300);
  expect(new Set(ids).size).toBe(ids.length);
});
