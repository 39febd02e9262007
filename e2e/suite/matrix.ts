/**
 * `npm run matrix`: every row of the service's document with the tests that show it. `-- --write` brings the table of
 * `public/docs/service-matrix.md` up to date.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { alignColumns } from '../../src/cli/text-table.ts';
import { list, member } from '../../src/core/jsonapi/stored-json.ts';
import { printError, printLines } from '../../src/server/app/print.ts';
import { withApplicationsTable } from './matrix/applications-table.ts';
import { basisOf, readMatrix, rowsOf } from './matrix/matrix-row.ts';
import { withTable } from './matrix/readme-table.ts';
import { sideFolders, sidesOf, titledTests } from './matrix/row-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pageFile = `${root}public/docs/service-matrix.md`;
const applicationsFile = `${root}public/docs/applications.md`;

function run(script: string, parameters: readonly string[]): void {
  const arguments_ = [`${root}node_modules/${script}`, ...parameters];
  const { status } = spawnSync(process.execPath, arguments_, { cwd: root, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

function testNames(): readonly string[] {
  mkdirSync(`${root}reports`, { recursive: true });
  const file = `${root}reports/vitest-list.json`;
  run('vitest/vitest.mjs', ['list', ...Object.values(sideFolders), `--json=${file}`]);
  return list(JSON.parse(readFileSync(file, 'utf8'))).map((test) =>
    [String(member(test, 'file')).replaceAll('\\', '/').replace(root, ''), member(test, 'name')].join(' > '),
  );
}

function write(): void {
  writeTable(pageFile, (page) => withTable(page, readMatrix()));
  writeTable(applicationsFile, withApplicationsTable);
}

function writeTable(file: string, write: (page: string) => string | null): void {
  const page = write(readFileSync(file, 'utf8'));
  if (page === null) throw new Error(`${file} has no place for the table: the two marks are missing`);
  writeFileSync(file, page);
}

function printRows(): void {
  const rows = rowsOf(readMatrix());
  const { shown } = titledTests(rows, testNames());
  const headings = ['Row', 'Basis', 'Sandbox', 'Client', 'Through the form', 'What'];
  const lines = rows.map((row) => {
    const { sandbox = [], client = [], form = [] } = shown.get(row.id) ?? {};
    const through = sidesOf(row).includes('form') ? String(form.length) : '';
    return [row.id, basisOf(row), String(sandbox.length), String(client.length), through, row.what];
  });
  printLines(alignColumns([headings, ...lines]));
}

const option = process.argv[2];
if (option === '--write') write();
else if (option === undefined) printRows();
else {
  printError(`There is no option ${option}. Options: --write`);
  process.exit(2);
}
