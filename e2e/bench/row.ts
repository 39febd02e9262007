/** The table of the bench: its rows, and how they are printed. */
import type { Browser } from 'playwright';
import type { Pages } from './pages.ts';

/** What every row is given. */
export interface Rig {
  readonly browser: Browser;
  readonly pages: Pages;
  /** Folder of a checkout that was built, for what is compared with an earlier state; null: none. */
  readonly before: string | null;
}

/** One line of the table. */
export interface Measured {
  readonly row: string;
  readonly ours: number;
  /** The same of what it is compared with in the same run; without it the figure counts by itself. */
  readonly beside?: number;
  readonly unit?: 'ms' | 'MB';
  /** Of the ratio where something is beside it, else of our figure; without it the row is for information. */
  readonly budget?: number;
}

export interface RowGroup {
  /** What `--only` names. */
  readonly name: string;
  measure(rig: Rig): Promise<readonly Measured[]>;
}

/** What the budget is of. */
export const measureOf = ({ ours, beside }: Measured): number =>
  beside === undefined ? ours : ours / beside;

export const isWithinBudget = (measured: Measured): boolean =>
  measured.budget === undefined || measureOf(measured) <= measured.budget;

/** @param share from 0 to 1: so many of the values are smaller */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

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
