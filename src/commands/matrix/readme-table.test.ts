import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type MatrixRow, readMatrix } from './matrix-row.ts';
import { readmeTable, withTable } from './readme-table.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const rows: readonly MatrixRow[] = [
  { id: 'a', part: 'Limits', what: 'A limit.', basis: 'documented', sandbox: [], client: [] },
  { id: 'b', part: 'Limits', what: 'B.', basis: 'reading', where: 'src/x/y.ts#B', sandbox: [], client: [] },
];

test('the README says what is made from the matrix: `npm run matrix -- --write` brings it up to date', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  expect(readme).toBe(withTable(readme, readMatrix()));
});

test('a part has one line with what is shown and what is read, a place of readings one with all of them', () => {
  const table = readmeTable([...rows, ...rows.slice(1).map((row) => ({ ...row, id: 'c', what: 'C.' }))]);
  expect(table).toContain('| Limits | 3 | 1 | 2 | pages, files, rate |');
  expect(table).toContain('| Events | 0 | 0 | 0 | none are shown |');
  expect(table).toContain('| **All** | 3 | 1 | 2 | |');
  expect(table).toContain('| B. C. | `B` in [`y.ts`](src/x/y.ts) |');
});

test('only what stands between the two marks is written', () => {
  const begin = '<!-- matrix: written by npm run matrix -- --write -->';
  const written = withTable(`before\n${begin}\nold\n<!-- /matrix -->\nafter`, rows);
  expect(written).toMatch(/^before\n/);
  expect(written).toMatch(/\nafter$/);
  expect(written).not.toContain('old');
  expect(withTable('no marks', rows)).toBeNull();
});

test('each place of a reading is there', () => {
  const places = readMatrix().flatMap(({ where }) => (where === undefined ? [] : [where]));
  const missing = places.filter((place) => {
    const [file, name = ''] = place.split('#');
    return !readFileSync(`${root}${file}`, 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});
