import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { applicationsTable, withApplicationsTable } from './applications-table.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the page on applications says what the code does: `npm run matrix -- --write` brings it up to date', () => {
  const page = readFileSync(`${root}public/docs/applications.md`, 'utf8');
  expect(page).toBe(withApplicationsTable(page));
});

test('an attribute that never comes from a browser has its reason', () => {
  expect(applicationsTable()).toContain('| `hired_at` | not asked | refused from a browser | never: ');
});

test('a page without a place for the table is refused', () => {
  expect(withApplicationsTable('# Applications')).toBeNull();
});
