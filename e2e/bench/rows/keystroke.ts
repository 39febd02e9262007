import { withPair } from '../rig.ts';
import type { RowGroup } from '../row.ts';
import { comparePresses } from './compare-presses.ts';

/** Letters in a line of text. */
export const keystrokeRow: RowGroup = {
  name: 'keystroke',
  measure: (rig) =>
    withPair(
      rig,
      'mixed-1000',
      async (pair) => {
        const times = await comparePresses(pair, { keys: ['a', 'b', 'c', 'd'], rounds: 20 });
        return [{ row: 'one keystroke, 1,000 questions', ...times, unit: 'ms', budget: 1.1 }];
      },
      { touch: 'text' },
    ),
};
