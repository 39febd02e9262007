/** Columns of text, each as wide as its widest cell. */
import { visibleInLine } from '../server/process/print.ts';

/** One line a row, whatever is in its cells. */
export function alignColumns(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map(visibleInLine));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
