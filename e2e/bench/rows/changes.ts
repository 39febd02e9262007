/** What one answer that shows or hides a question costs the page, beside a plain page of the same questions. */
import { benchForm } from '../forms/generate-form.ts';
import { type Measured, median, type Rig, type RowGroup } from '../row.ts';
import { Stand, type StandOptions } from '../stand.ts';

/** Questions of a form, with the budgets of a change without motion and with it: what real forms have. */
const sizes = [
  { size: 10, still: 1.5, moving: 2.3 },
  { size: 20, still: 1.4, moving: 2.2 },
  { size: 50, still: 1.3, moving: 2.1 },
  { size: 154, still: 1.3, moving: 2 },
] as const;

/** How much slower than this machine the page runs. */
const speeds = [1, 4] as const;
const rounds = 9;

const sides = {
  plain: { kind: 'plain', motion: false },
  still: { kind: 'widget', motion: false },
  moving: { kind: 'widget', motion: true },
} as const;
type Side = keyof typeof sides;

const keys = { hide: 'ArrowDown', show: 'ArrowUp' } as const;

/** The question is answered with No, and what comes later is there. */
async function openAnswered(rig: Rig, options: StandOptions): Promise<Stand> {
  const { yesNo } = benchForm(options.size);
  const stand = await Stand.open(rig, options);
  await stand.show();
  await stand.touch(yesNo);
  await stand.focus(yesNo);
  await stand.page.keyboard.press('Space');
  for (const key of [keys.hide, keys.show, keys.hide]) await stand.change(key);
  return stand;
}

/** The sides in turn, so that what the machine does meanwhile meets all of them alike. */
async function measureChanges(rig: Rig, size: number, slowdown: number) {
  const open = (side: Side) => openAnswered(rig, { ...sides[side], size, slowdown });
  const stands = { plain: await open('plain'), still: await open('still'), moving: await open('moving') };
  const none = (): Record<Side, number[]> => ({ plain: [], still: [], moving: [] });
  const costs = { show: none(), hide: none() };
  for (let round = 0; round < rounds; round += 1)
    for (const what of ['show', 'hide'] as const)
      for (const side of ['plain', 'still', 'moving'] as const)
        costs[what][side].push(await stands[side].change(keys[what]));
  for (const stand of Object.values(stands)) await stand.close();
  return costs;
}

export const changeRows: readonly RowGroup[] = sizes.map((budgets) => ({
  name: `changes-${budgets.size}`,
  async measure(rig) {
    const measured: Measured[] = [];
    for (const slowdown of speeds) {
      const costs = await measureChanges(rig, budgets.size, slowdown);
      for (const what of ['show', 'hide'] as const)
        for (const side of ['still', 'moving'] as const)
          measured.push({
            row: `${what} one of ${budgets.size} questions, ${side === 'still' ? 'without' : 'with'} motion${slowdown === 1 ? '' : `, slowed ${slowdown} ×`}`,
            ours: median(costs[what][side]),
            beside: median(costs[what].plain),
            unit: 'ms',
            budget: budgets[side],
          });
    }
    return measured;
  },
}));
