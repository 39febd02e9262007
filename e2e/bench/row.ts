/** The table of the bench: its rows, and how they are printed. */
import type { Browser } from 'playwright';
import type { Pages } from './serve-pages.ts';

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
  /** The same of what it is compared with in the same run; null: the figure counts by itself. */
  readonly beside: number | null;
  readonly unit: 'ms' | 'MB' | '';
  /** Of the ratio where something is beside it, else of our figure; null: for information. */
  readonly budget: number | null;
}

export interface RowGroup {
  /** What `--only` names. */
  readonly name: string;
  measure(rig: Rig): Promise<readonly Measured[]>;
}

/** What the budget is of. */
export const measureOf = ({ ours, beside }: Measured): number => (beside === null ? ours : ours / beside);

export const isWithinBudget = (measured: Measured): boolean =>
  measured.budget === null || measureOf(measured) <= measured.budget;

/** @param share from 0 to 1: so many of the values are smaller */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const heads = ['', 'ours', 'beside', 'ratio', 'budget', ''] as const;

/** Numbers are aligned to the right, names to the left. */
export function formatTable(measured: readonly Measured[]): string {
  const lines = [heads, ...measured.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

function cells(one: Measured): readonly string[] {
  const { row, ours, beside, unit, budget } = one;
  const withUnit = (value: number) => `${value.toFixed(Number.isInteger(value) ? 0 : 1)} ${unit}`.trim();
  return [
    row,
    withUnit(ours),
    beside === null ? '–' : withUnit(beside),
    beside === null ? '–' : measureOf(one).toFixed(2),
    budget === null ? '–' : `≤ ${budget}`,
    budget === null ? '' : isWithinBudget(one) ? 'ok' : 'over',
  ];
}
