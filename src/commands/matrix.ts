/**
 * `npm run matrix`: every row of the service's document with the tests that show it. `-- --write` brings the table of
 * `public/docs/service-matrix.md` up to date, `-- --fill` names in the matrix the tests whose titles begin with the id of a row.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { list, member } from '../documents/stored-json.ts';
import { printError, printLines } from '../server/print.ts';
import { type MatrixRow, matrixFile, readMatrix } from './matrix/matrix-row.ts';
import { nameTests } from './matrix/name-tests.ts';
import { withTable } from './matrix/readme-table.ts';
import { alignColumns } from './text-table.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pageFile = `${root}public/docs/service-matrix.md`;

function run(script: string, parameters: readonly string[]): void {
  const arguments_ = [`${root}node_modules/${script}`, ...parameters];
  const { status } = spawnSync(process.execPath, arguments_, { cwd: root, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

function testNames(): readonly string[] {
  mkdirSync(`${root}reports`, { recursive: true });
  const file = `${root}reports/vitest-list.json`;
  run('vitest/vitest.mjs', ['list', 'src/sandbox/', 'src/service/', 'src/conditions/', `--json=${file}`]);
  return list(JSON.parse(readFileSync(file, 'utf8'))).map((test) =>
    [String(member(test, 'file')).replaceAll('\\', '/').replace(root, ''), member(test, 'name')].join(' > '),
  );
}

function fill(): void {
  writeFileSync(matrixFile, JSON.stringify(nameTests(readMatrix(), testNames()), null, 2));
  run('@biomejs/biome/bin/biome', ['format', '--write', matrixFile]);
}

function write(): void {
  const page = withTable(readFileSync(pageFile, 'utf8'), readMatrix());
  if (page === null) throw new Error(`${pageFile} has no place for the table: the two marks are missing`);
  writeFileSync(pageFile, page);
}

const cellsOf = ({ id, basis, sandbox, client, what }: MatrixRow): readonly string[] => [
  id,
  basis,
  String(sandbox.length),
  String(client.length),
  what,
];

function printRows(): void {
  const headings = ['Row', 'Basis', 'Sandbox', 'Client', 'What'];
  printLines(alignColumns([headings, ...readMatrix().map(cellsOf)]));
}

const option = process.argv[2];
if (option === '--write') write();
else if (option === '--fill') fill();
else if (option === undefined) printRows();
else {
  printError(`There is no option ${option}. Options: --write --fill`);
  process.exit(2);
}
