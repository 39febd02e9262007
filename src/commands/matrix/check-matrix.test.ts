import { describe, expect, test } from 'vitest';
import { checkMatrix, summaryOf } from './check-matrix.ts';
import { type MatrixRow, readMatrix } from './matrix-row.ts';
import { nameTests } from './name-tests.ts';
import { testResults } from './test-results.ts';

const row: MatrixRow = {
  id: 'tags.add_one',
  part: 'Versioning',
  what: 'One tag is added.',
  basis: 'documented',
  sandbox: ['src/sandbox/tags.test.ts > tags.add_one is read back'],
  client: ['src/service/tags.test.ts > one tag is added'],
};
const results = [...row.sandbox, ...row.client].map((name) => ({ name, passed: true }));
const messages = (rows: readonly MatrixRow[], ran = results) =>
  checkMatrix(rows, ran).map(({ row: id, message }) => `${id} ${message}`);

describe('the check of the matrix', () => {
  test('has nothing to say where every row has a test on each side that passed', () => {
    expect(messages([row])).toEqual([]);
  });

  test.each<[string, MatrixRow, string]>([
    ['without a test of the sandbox', { ...row, sandbox: [] }, 'has no test: sandbox'],
    ['without a test of the client', { ...row, client: [] }, 'has no test: client'],
    ['with a test that does not exist', { ...row, client: ['a > b'] }, 'that does not exist: a > b'],
    ['with a test of the product that does not exist', { ...row, product: ['c'] }, 'does not exist: c'],
    ['of a part that the document does not have', { ...row, part: 'Prices' }, 'has no part: Prices'],
    ['that is a reading and says not where', { ...row, basis: 'reading' }, 'without the place that holds it'],
    ['that is documented and has a place', { ...row, where: 'PAGE_SIZE' }, 'has the place of a reading'],
  ])('finds a row %s', (_name, broken, message) => {
    expect(messages([broken])).toEqual([expect.stringContaining(message)]);
  });

  test('finds a row that is there twice, once', () => {
    expect(messages([row, row])).toEqual(['tags.add_one is there twice']);
  });

  test('finds a test that failed, also when another of its name passed', () => {
    const failed = { name: String(row.client[0]), passed: false };
    expect(messages([row], [failed, ...results])).toEqual([
      `tags.add_one names a test that did not pass: ${failed.name}`,
    ]);
  });

  test('finds every row when nothing ran', () => {
    expect(messages([row], [])).toHaveLength(2);
  });
});

test('the sum tells rows, documented and readings, and the share of each side, rounded down', () => {
  const without = { ...row, id: 'b', client: [], basis: 'reading' as const };
  expect(summaryOf([row, row, without], results)).toBe(
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
  const empty = { ...row, sandbox: [], client: [] };
  const rows = [empty, { ...empty, id: 'tags.add' }];

  test('each belongs to the ids with which it, or a suite of it, begins, and to those it names, on the side of its room', () => {
    const names = [
      'src/sandbox/a.test.ts > tags.add_one is kept',
      'src/sandbox/a.test.ts > tags.add: is kept',
      'src/service/b.test.ts > tags.add_one > twice, as tags.add says',
      'src/service/b.test.ts > tags.add_onerous',
      'src/server/c.test.ts > tags.add_one',
    ];
    expect(nameTests(rows, names).map(({ sandbox, client }) => [sandbox, client])).toEqual([
      [[names[0]], [names[2]]],
      [[names[1]], [names[2]]],
    ]);
  });

  test('what was named by hand stays while it exists', () => {
    const byHand = { ...row, sandbox: ['src/sandbox/x.test.ts > gone', 'src/sandbox/x.test.ts > here'] };
    const [named] = nameTests([byHand], ['src/sandbox/x.test.ts > here']);
    expect(named?.sandbox).toEqual(['src/sandbox/x.test.ts > here']);
  });
});

test('the matrix of the project can be read, and names each row once', () => {
  const ids = readMatrix().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(300);
  expect(new Set(ids).size).toBe(ids.length);
});
