import type { Rig } from './rig.ts';

/** One line of the table. */
export interface Measured {
  readonly row: string;
  readonly widget: number;
  /** null: this row has no hand-written side. */
  readonly handWritten: number | null;
  readonly unit: 'ms' | 'KiB' | 'MiB' | '';
  /** Of the ratio where there is a hand-written side, else of the widget's value; null: for information. */
  readonly budget: number | null;
  /** What it is made of, behind the row. */
  readonly note?: string;
}

export interface RowGroup {
  /** What `--only` names. */
  readonly name: string;
  measure(rig: Rig): Promise<readonly Measured[]>;
}

/** What the budget is of. */
export const measureOf = ({ widget, handWritten }: Measured): number =>
  handWritten === null ? widget : widget / handWritten;

export const isWithinBudget = (measured: Measured): boolean =>
  measured.budget === null || measureOf(measured) <= measured.budget;
