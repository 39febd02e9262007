/** The rows of the bench, and their printed table. */
import type { Browser } from 'playwright';
import type { Pages } from './pages.ts';

/** The environment of every row. */
export interface Rig {
  readonly browser: Browser;
  readonly pages: Pages;
  /** Folder of a built earlier checkout to compare with; null for none. */
  readonly before: string | null;
}

/** One line of the table. */
export interface Measured {
  readonly row: string;
  readonly ours: number;
  /** The baseline of the same run; undefined if our figure counts by itself. */
  readonly beside?: number;
  readonly unit?: 'ms' | 'MB';
  /** The limit of the ratio to the baseline, or of our figure if there is no baseline; undefined for rows that only inform. */
  readonly budget?: number;
}

export interface RowGroup {
  /** The name for `--only`. */
  readonly name: string;
  measure(rig: Rig): Promise<readonly Measured[]>;
}

/** Returns the figure that the budget limits. */
export const measureOf = ({ ours, beside }: Measured): number =>
  beside === undefined ? ours : ours / beside;

export const isWithinBudget = (measured: Measured): boolean =>
  measured.budget === undefined || measureOf(measured) <= measured.budget;

/** @param share the share of values that are smaller, from 0 to 1 */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Numbers are aligned to the right, names to the left. */
export function formatTable(measured: readonly Measured[]): string {
  const lines = [['', 'ours', 'beside', 'ratio', 'budget', ''], ...measured.map(cells)];
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

function cells(measured: Measured): readonly string[] {
  const { row, ours, beside, unit = '', budget } = measured;
  const write = (value: number) => `${value.toFixed(Number.isInteger(value) ? 0 : 1)} ${unit}`.trim();
  const compared = beside === undefined ? ['–', '–'] : [write(beside), measureOf(measured).toFixed(2)];
  const verdict = isWithinBudget(measured) ? 'ok' : 'over';
  return [row, write(ours), ...compared, ...(budget === undefined ? ['–', ''] : [`≤ ${budget}`, verdict])];
}
