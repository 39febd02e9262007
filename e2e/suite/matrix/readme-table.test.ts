import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type MatrixRow, readMatrix, rowsOf } from './matrix-row.ts';
import { readmeTable, withTable } from './readme-table.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const reading: MatrixRow = {
  id: 'b',
  what: 'B.',
  where: 'src/x/y.ts#B',
};

const partsOf = (rows: readonly MatrixRow[]) => [
  { heading: 'Limits', summary: 'pages, files, rate', rows },
  { heading: 'Events', summary: 'none are shown', rows: [] },
];
const rows: readonly MatrixRow[] = [{ id: 'a', what: 'A limit.' }, reading];

test('the page of the matrix says what is made from the matrix: `npm run matrix -- --write` brings it up to date', () => {
  const page = readFileSync(`${root}public/docs/service-matrix.md`, 'utf8');
  expect(page).toBe(withTable(page, readMatrix()));
});

test('a part has one line with what is shown and what is read, a place of readings one with all of them', () => {
  const table = readmeTable(partsOf([...rows, { ...reading, id: 'c', what: 'C.' }]));
  expect(table).toContain('| Limits | 3 | 1 | 2 | 0 | pages, files, rate |');
  expect(table).toContain('| Events | 0 | 0 | 0 | 0 | none are shown |');
  expect(table).toContain('| **All** | 3 | 1 | 2 | 0 | |');
  expect(table).toContain('| B; C. | `B` in [`y.ts`](../../src/x/y.ts) |');
});

test('the readings of one place are one sentence: what is said twice stands once, and names share what they have in common', () => {
  const saying = (...all: readonly string[]) =>
    readmeTable(partsOf(all.map((what, index) => ({ ...reading, id: String(index), what }))));
  expect(saying('`a`: ours.', '`b`: ours.', '`b`: ours.')).toContain('| `a`, `b`: ours. |');
  expect(saying('`a` is a page.', '`a` is a page.')).toContain('| `a` is a page. |');
  expect(saying('`a`: ours.', 'Another thing.')).toContain('| `a`: ours; Another thing. |');
});

test('no place of the page repeats the words of a sentence', () => {
  const lines = readmeTable(readMatrix())
    .split('\n')
    .filter((line) => / in \[`/.test(line));
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) expect(line.split('|')[1]?.match(/\.(?= |$)/g)).toHaveLength(1);
});

test('only what stands between the two marks is written', () => {
  const begin = '<!-- matrix: written by npm run matrix -- --write -->';
  const written = withTable(`before\n${begin}\nold\n<!-- /matrix -->\nafter`, partsOf(rows));
  expect(written).toMatch(/^before\n/);
  expect(written).toMatch(/\nafter$/);
  expect(written).not.toContain('old');
  expect(withTable('no marks', partsOf(rows))).toBeNull();
});

test('each place of a reading is there', () => {
  const places = rowsOf(readMatrix()).flatMap(({ where }) => (where === undefined ? [] : [where]));
  const missing = places.filter((place) => {
    const [file, name = ''] = place.split('#');
    return !readFileSync(`${root}${file}`, 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});
