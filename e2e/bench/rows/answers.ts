/** One answer, and its children are shown or gone. */
import type { BenchFormName } from '../forms/bench-forms.ts';
import { type Rig, withPair } from '../rig.ts';
import type { Measured, RowGroup } from '../row.ts';
import type { Stand } from '../stand.ts';
import { comparePresses } from './compare-presses.ts';
import { countEvaluations } from './evaluations.ts';

interface AnswerRow {
  readonly name: BenchFormName;
  readonly row: string;
  readonly budget: number;
  readonly rounds: number;
}

const rows: readonly AnswerRow[] = [
  { name: 'mixed-10', row: 'one answer, 10 questions', budget: 1.4, rounds: 24 },
  { name: 'mixed-100', row: 'one answer, 100 questions', budget: 1.2, rounds: 24 },
  { name: 'mixed-1000', row: 'one answer, 1,000 questions', budget: 1.2, rounds: 20 },
  { name: 'mixed-5000', row: 'one answer, 5,000 questions', budget: 1.2, rounds: 12 },
  { name: 'chain-50', row: 'one answer, a chain of 50 below it', budget: 2, rounds: 16 },
  { name: 'wide-1000', row: 'one answer, 1,000 children at once', budget: 1.7, rounds: 7 },
];

/** From Yes to No, and back: the arrow keys of a group of radios. */
const changeOfMind = ['ArrowDown', 'ArrowUp'];

async function measure(rig: Rig, { name, row, budget, rounds }: AnswerRow): Promise<readonly Measured[]> {
  return withPair(
    rig,
    name,
    async (pair) => {
      const times = await comparePresses(pair, { keys: changeOfMind, rounds });
      return [{ row, ...times, unit: 'ms', budget }, await countEvaluations(pair, row)];
    },
    { prepare: (stand, form) => answerYes(stand, name, form.yesNo) },
  );
}

async function answerYes({ page }: Stand, name: BenchFormName, question: string): Promise<void> {
  if (name === 'chain-50') await page.evaluate((id) => window.bench?.answerDown(id), question);
  await page.evaluate((id) => window.bench?.focus(id), question);
  await page.keyboard.press('Space');
  await page.evaluate(() => window.bench?.settle());
}

export const answerRows: readonly RowGroup[] = rows.map((row) => ({
  name: `answer-${row.name}`,
  measure: (rig) => measure(rig, row),
}));
