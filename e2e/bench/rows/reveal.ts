/** The cost of one key, or of one answer that shows or hides a question, compared with a plain page of the same questions. */
import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { benchForm } from '../form.ts';
import { type Measured, median, type Rig, type RowGroup } from '../row.ts';

/** Numbers of questions of real forms, with the budgets of a change without and with motion. */
const sizes = [
  { size: 10, still: 1.5, moving: 2.3 },
  { size: 20, still: 1.4, moving: 2.2 },
  { size: 50, still: 1.3, moving: 2.1 },
  { size: 154, still: 1.3, moving: 2 },
] as const;

/** The factors by which the processor is slowed. */
const speeds = [1, 4] as const;
const rounds = 9;
/** Milliseconds after which the motion of a change has ended, even if the processor is slowed to a quarter. */
const REST = 400;

/** A plain page, and the widget without motion and with it. */
const sides = ['plain', 'still', 'moving'] as const;
type Side = (typeof sides)[number];

/** A page whose main thread is measured, in a process of its own. */
interface MeasuredPage {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Opens a page, answers the question with No, and waits for the lazy files. */
async function openPage({ browser, pages }: Rig, side: Side, size: number, slowdown: number) {
  const context = await browser.newContext({ reducedMotion: side === 'moving' ? 'no-preference' : 'reduce' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${pages.origin}/${side === 'plain' ? 'plain' : 'widget'}`);
  await page.evaluate(`bench.load(${size})`);
  // The time of the thread does not include other programs on this machine.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate('bench.show()');
  const measuredPage = { page, devtools };
  await focus(measuredPage, benchForm(size).yesNo);
  // The first touch loads the lazy files. `waitForFunction` is not used, because it adds listeners to the page.
  const isLoaded = () => page.evaluate<boolean>(`bench.styles().includes('apply-reveal')`);
  while (side !== 'plain' && !(await isLoaded())) await setTimeout(20);
  await setTimeout(REST);
  for (const key of ['Space', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await costOf(measuredPage, key);
  return measuredPage;
}

const focus = ({ page }: MeasuredPage, question: string) => page.evaluate(`bench.focus('${question}')`);

/** Presses one key and waits for its effects. @returns milliseconds of the main thread */
async function costOf({ page, devtools }: MeasuredPage, key: string): Promise<number> {
  const taskTime = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await taskTime();
  await page.keyboard.press(key);
  await setTimeout(REST);
  return (await taskTime()) - before;
}

/** Alternates the sides, so that a busy machine affects all of them. */
async function measureKeys(rig: Rig, keys: readonly string[], size: number, slowdown: number, field: string) {
  const measuredPages: (readonly [Side, MeasuredPage])[] = [];
  for (const side of sides) measuredPages.push([side, await openPage(rig, side, size, slowdown)]);
  for (const [, measuredPage] of measuredPages) await focus(measuredPage, field);
  const costs = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const key of keys)
      for (const [side, measuredPage] of measuredPages) {
        const name = `${key} ${side}`;
        costs.set(name, [...(costs.get(name) ?? []), await costOf(measuredPage, key)]);
      }
  for (const [, { page }] of measuredPages) await page.context().close();
  return (key: string, side: Side) => median(costs.get(`${key} ${side}`) ?? []);
}

const changes = { ArrowUp: 'show', ArrowDown: 'hide' } as const;

const slowed = (slowdown: number) => (slowdown === 1 ? '' : `, slowed ${slowdown} ×`);

const changeRows = sizes.map(
  ({ size, ...budgets }): RowGroup => ({
    name: `changes-${size}`,
    async measure(rig) {
      const measured: Measured[] = [];
      for (const slowdown of speeds) {
        const cost = await measureKeys(rig, Object.keys(changes), size, slowdown, benchForm(size).yesNo);
        for (const [key, what] of Object.entries(changes))
          for (const side of ['still', 'moving'] as const)
            measured.push({
              row: `${what} one of ${size} questions, ${side === 'still' ? 'without' : 'with'} motion${slowed(slowdown)}`,
              ours: cost(key, side),
              beside: cost(key, 'plain'),
              unit: 'ms',
              budget: budgets[side],
            });
      }
      return measured;
    },
  }),
);

const keystrokeRow: RowGroup = {
  name: 'keystroke',
  async measure(rig) {
    const measured: Measured[] = [];
    for (const slowdown of speeds) {
      const cost = await measureKeys(rig, ['a'], 50, slowdown, benchForm(50).text);
      measured.push({
        row: `one key in a text of 50 questions${slowed(slowdown)}`,
        ours: cost('a', 'still'),
        beside: cost('a', 'plain'),
        unit: 'ms',
      });
    }
    return measured;
  },
};

export const revealRows: readonly RowGroup[] = [...changeRows, keystrokeRow];
