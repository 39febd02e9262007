/** The feature matrix: every row of the service's document, under the heading that it has there. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface MatrixRow {
  readonly id: string;
  readonly what: string;
  /** Only where the document does not show it: the file and, after `#`, the constant or option that holds our reading. */
  readonly where?: string;
}

export interface MatrixPart {
  readonly heading: string;
  readonly summary: string;
  readonly rows: readonly MatrixRow[];
}

const matrixFile = fileURLToPath(new URL('feature-matrix.md', import.meta.url));

export const readMatrix = (): readonly MatrixPart[] => parseMatrix(readFileSync(matrixFile, 'utf8'));

export const rowsOf = (parts: readonly MatrixPart[]): readonly MatrixRow[] =>
  parts.flatMap(({ rows }) => rows);

export const basisOf = ({ where }: MatrixRow): 'documented' | 'reading' =>
  where === undefined ? 'documented' : 'reading';

/** Throws for a line of a table that is no row: the file is part of the project. */
export function parseMatrix(page: string): readonly MatrixPart[] {
  const [, ...sections] = page.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', summary = '', ...table] = section.split('\n').filter((line) => line !== '');
    const rows = table.slice(2).map(parseRow);
    return { heading, summary, rows };
  });
}

function parseRow(line: string): MatrixRow {
  const [, id, what, where] = /^\| `([^`]+)` \| ([^|]+) \| (?:`([^`|#]+#[^`|#]+)` )?\|$/.exec(line) ?? [];
  if (id === undefined || what === undefined) throw new Error(`This is no row of the matrix: ${line}`);
  return where === undefined ? { id, what } : { id, what, where };
}
