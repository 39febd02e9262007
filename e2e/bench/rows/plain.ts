/** One change beside the plain page: what it costs in all, how often styles and layout are asked for, when it is seen. */
import { type BenchFormName, benchForms } from '../forms/bench-forms.ts';
import { median } from '../median.ts';
import type { Rig } from '../rig.ts';
import type { Measured, RowGroup } from '../row.ts';
import { type Cost, Stand } from '../stand.ts';
import { paintCategories, readTrace, timesToPaint } from '../trace.ts';

const sizes = [10, 100, 1000, 5000] as const;
const speeds = [1, 4] as const;
const rounds = 9;

/** What one answer shows, and hides again; hiding is a row of its own where it is not null. */
const changes = [
  { kind: 'one', show: 'show one', hide: 'hide one' },
  { kind: 'chain', show: 'show 50 in a chain', hide: null },
  { kind: 'wide', show: 'show 200', hide: null },
] as const;

const sides = ['plain', 'still', 'moving'] as const;
export type Side = (typeof sides)[number];
export const isSide = (name: string): name is Side => sides.some((side) => side === name);
type Costs = Readonly<Record<Side, Cost>>;
type Size = (typeof sizes)[number];
type Change = (typeof changes)[number];

const budgetOf = (size: Size, side: Side) => (side === 'moving' ? 2 : size === 10 ? 1.5 : 1.3);

const hideKey = 'ArrowDown';
const showKey = 'ArrowUp';

/** The question is answered with No, and what comes later is there. */
export async function openAnswered(
  rig: Rig,
  form: BenchFormName,
  side: Side,
  slowdown: number,
): Promise<Stand> {
  const kind = side === 'plain' ? 'plain' : 'widget';
  const motion = side === 'moving';
  const stand = await Stand.open(rig.browser, rig.pages, { kind, form, slowdown, motion });
  const { yesNo } = benchForms[form]();
  await stand.show();
  await stand.touch(yesNo);
  if (form.startsWith('chain')) await stand.page.evaluate((id) => window.bench?.answerDown(id), yesNo);
  await stand.page.evaluate((id) => window.bench?.focus(id), yesNo);
  await stand.page.keyboard.press('Space');
  for (const key of [hideKey, showKey, hideKey]) await stand.change(key, 'warm-up');
  return stand;
}

const each = async (run: (side: Side) => Promise<Cost>): Promise<Costs> => ({
  plain: await run('plain'),
  still: await run('still'),
  moving: await run('moving'),
});

/** The sides in turn, so that what the machine does meanwhile meets all of them alike. */
async function measureChange(rig: Rig, size: Size, change: Change, slowdown: number) {
  const form = `${change.kind}-in-${size}` as const;
  const stands = {
    plain: await openAnswered(rig, form, 'plain', slowdown),
    still: await openAnswered(rig, form, 'still', slowdown),
    moving: await openAnswered(rig, form, 'moving', slowdown),
  };
  const shown: Costs[] = [];
  const hidden: Costs[] = [];
  await rig.browser.startTracing(stands.plain.page, { categories: paintCategories });
  for (let round = 0; round < rounds; round += 1) {
    shown.push(await each((side) => stands[side].change(showKey, `show ${side}`)));
    hidden.push(await each((side) => stands[side].change(hideKey, `hide ${side}`)));
  }
  const painted = timesToPaint(readTrace(await rig.browser.stopTracing()));
  for (const stand of Object.values(stands)) await stand.close();
  const toPaint = (what: string) => (side: Side) => median(painted.get(`${what} ${side}`) ?? []);
  const place = `${size.toLocaleString('en')} questions${slowdown === 1 ? '' : ', slowed 4 ×'}`;
  return [
    ...rowsOf(`${change.show}, ${place}`, size, { costs: shown, toPaint: toPaint('show') }),
    ...(change.hide
      ? rowsOf(`${change.hide}, ${place}`, size, { costs: hidden, toPaint: toPaint('hide') })
      : []),
  ];
}

interface Seen {
  readonly costs: readonly Costs[];
  readonly toPaint: (side: Side) => number;
}

function rowsOf(row: string, size: Size, { costs, toPaint }: Seen): readonly Measured[] {
  const middle = (side: Side, part: keyof Cost) => median(costs.map((cost) => cost[side][part]));
  const noteOf = (side: Side) =>
    (['script', 'style', 'layout', 'paint', 'styles', 'layouts'] as const)
      .map((part) => `${part} ${round(middle(side, part))}`)
      .join(' ');
  return (['still', 'moving'] as const).flatMap((side): readonly Measured[] => {
    const name = `${row}, ${side === 'moving' ? 'with' : 'without'} motion`;
    const beside = (of: (side: Side) => number) => ({
      widget: of(side),
      handWritten: of('plain'),
      unit: 'ms' as const,
    });
    const count = (part: 'styles' | 'layouts', budget: number | null) => ({
      row: `${name}: ${part}`,
      widget: middle(side, part),
      handWritten: null,
      unit: '' as const,
      budget,
    });
    return [
      {
        row: name,
        ...beside((each) => middle(each, 'task')),
        budget: budgetOf(size, side),
        note: `${noteOf(side)} | plain ${noteOf('plain')}`,
      },
      { row: `${name}: key to painted`, ...beside(toPaint), budget: 1.3 },
      count('styles', side === 'still' ? 4 : null),
      count('layouts', 3),
    ];
  });
}

const round = (value: number): string => value.toFixed(Number.isInteger(value) ? 0 : 1);

export const plainRows: readonly RowGroup[] = sizes.map((size) => ({
  name: `plain-${size}`,
  async measure(rig) {
    const measured: Measured[] = [];
    for (const slowdown of speeds)
      for (const change of changes) measured.push(...(await measureChange(rig, size, change, slowdown)));
    return measured;
  },
}));
