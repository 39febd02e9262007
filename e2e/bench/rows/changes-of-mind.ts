import { withPair } from '../rig.ts';
import type { RowGroup } from '../row.ts';
import type { Stand } from '../stand.ts';

const changes = 1000;

/** Until the engine has compiled and thrown away what it will: its machine code counts as memory, too. */
const warmUp = 2000;

/** An even number of presses: the form stands as it stood. */
async function changeMind({ page }: Stand, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await page.keyboard.press(time % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
}

/** What a thousand changes of the same answer leave behind. */
export const changesOfMindRow: RowGroup = {
  name: 'changes-of-mind',
  measure: (rig) =>
    withPair(
      rig,
      'mixed-100',
      async ({ widget }) => {
        await changeMind(widget, warmUp);
        const before = await widget.counters();
        await changeMind(widget, changes);
        const after = await widget.counters();
        const left = { handWritten: null, unit: '' } as const;
        return [
          {
            row: '1,000 changes of mind: nodes left',
            widget: after.nodes - before.nodes,
            ...left,
            budget: 0,
          },
          {
            row: '1,000 changes of mind: listeners left',
            widget: after.listeners - before.listeners,
            ...left,
            budget: 0,
          },
          {
            row: '1,000 changes of mind: heap',
            widget: after.kibibytes - before.kibibytes,
            handWritten: null,
            unit: 'KiB',
            budget: 256,
          },
        ];
      },
      {
        slowdown: 1,
        prepare: async ({ page }, { yesNo }) => {
          await page.evaluate((id) => window.bench?.focus(id), yesNo);
          await page.keyboard.press('Space');
        },
      },
    ),
};
