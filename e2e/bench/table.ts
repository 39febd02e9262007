import { isWithinBudget, type Measured, measureOf } from './row.ts';

const heads = ['', 'widget', 'hand-written', 'ratio', 'budget', '', ''] as const;

/** Numbers are aligned to the right, names to the left. */
export function formatTable(measured: readonly Measured[]): string {
  const lines = [heads, ...measured.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => formatLine(line, widths)).join('\n');
}

const formatLine = (line: readonly string[], widths: readonly number[]): string =>
  line
    .map((cell, column) =>
      column === 0 || column === heads.length - 1
        ? cell.padEnd(widths[column] ?? 0)
        : cell.padStart(widths[column] ?? 0),
    )
    .join('  ')
    .trimEnd();

function cells(one: Measured): readonly string[] {
  const { row, widget, handWritten, unit, budget } = one;
  const isRatio = handWritten !== null;
  const limit = budget === null ? '–' : isRatio ? `≤ ${budget.toFixed(1)}` : `≤ ${budget}`;
  return [
    row,
    withUnit(widget, unit),
    isRatio ? withUnit(handWritten, unit) : '–',
    isRatio ? measureOf(one).toFixed(2) : '–',
    limit,
    budget === null ? '' : isWithinBudget(one) ? 'ok' : 'over',
    one.note ?? '',
  ];
}

const withUnit = (value: number, unit: Measured['unit']): string => {
  const digits = Number.isInteger(value) ? 0 : 1;
  return `${value.toFixed(digits)} ${unit}`.trim();
};
