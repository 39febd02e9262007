/** Formats lists for commands. */
import { visibleInLine } from '../server/process/print.ts';

export interface TableRow {
  readonly cells: readonly string[];
  /** Lines below the row. */
  readonly below?: readonly string[];
}

/** Formats columns as wide as their widest cell. A row is always one line. */
export function tableLines(headings: readonly string[], rows: readonly TableRow[]): readonly string[] {
  const all = [headings, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(visibleInLine));
  const widths = headings.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const [heading = '', ...others] = lines;
  return [heading, ...others.flatMap((line, index) => [line, ...(rows[index]?.below ?? []).map(indented)])];
}

const indented = (line: string): string => `    ${visibleInLine(line)}`;

/** Formats a time in UTC, without seconds. */
export const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

/** Returns a number with its noun, such as `1 answer` or `2 answers`. */
export const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

export const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
