/** What a host's page feels of the form `engineer`, on a phone whose processor is four times slower than this one. */
import type { Page } from 'playwright';
import { startServer } from '../../support/apply-form-server.ts';
import { Sandbox } from '../../support/sandbox.ts';
import { longestTask } from '../longest-task.ts';
import { median } from '../median.ts';
import type { Rig } from '../rig.ts';
import type { Measured, RowGroup } from '../row.ts';

interface Feel {
  /** Milliseconds, while the form loads. */
  readonly loading: number;
  /** Milliseconds, from the first touch to a follow-up that stands there. */
  readonly answering: number;
  readonly shift: number;
}

const rounds = 5;
const readyWord = 'ready';

async function openHostPage({ browser, pages }: Rig, origin: string): Promise<Feel> {
  const { token } = await new Sandbox(origin).apply('engineer');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // The process that will show the page: another one would run at full speed at first.
  await page.goto(`${pages.origin}/forms/mixed-10.json`);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const address = `${pages.origin}/host?${new URLSearchParams({ endpoint: origin, token })}`;
  await page.addInitScript(watchPage, readyWord);
  const loading = await longestTask(browser, page, () => untilReady(page, address));
  // What a key brings about moves what is below it, and is meant to.
  const shift = await page.evaluate(() => window.shifts ?? Number.NaN);
  const answering = await longestTask(browser, page, () => untilFollowUp(page));
  await context.close();
  return { loading, answering, shift };
}

/** Waits without a script of its own in the page, which would be measured too. */
async function untilReady(page: Page, address: string): Promise<void> {
  const ready = page.waitForEvent('console', (message) => message.text() === readyWord);
  await page.goto(address);
  await ready;
  await page.waitForTimeout(500);
}

/** Eight years of writing software bring a follow-up. */
async function untilFollowUp(page: Page): Promise<void> {
  await page.locator('[data-question-id="102"] input').focus();
  await page.waitForTimeout(1_000);
  await page.keyboard.press('8');
  await page.keyboard.press('Tab');
  await page.locator('[data-question-id="121"]').waitFor();
  await page.waitForTimeout(500);
}

declare global {
  interface Window {
    /** Sum of all layout shifts. */
    shifts?: number;
  }
  /** Not yet in TypeScript's own list of entries. */
  interface PerformanceEntry {
    readonly value?: number;
  }
}

function watchPage(word: string): void {
  addEventListener('apply-ready', () => console.log(word));
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value = 0 } of list.getEntries()) window.shifts = (window.shifts ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const longestRow = (when: string, times: readonly number[]): Measured => ({
  row: `host's page, ${when}: longest task, form engineer (median of ${rounds})`,
  widget: median(times),
  handWritten: null,
  unit: 'ms',
  budget: 50,
});

export const hostPageRow: RowGroup = {
  name: 'host-page',
  async measure(rig) {
    const server = await startServer();
    const felt: Feel[] = [];
    for (let round = 0; round < rounds; round += 1) felt.push(await openHostPage(rig, server.origin));
    await server.stop();
    const worst = Math.max(...felt.map(({ shift }) => shift));
    return [
      longestRow(
        'while loading',
        felt.map(({ loading }) => loading),
      ),
      longestRow(
        'first answer',
        felt.map(({ answering }) => answering),
      ),
      { row: "host's page: layout shift", widget: worst, handWritten: null, unit: '', budget: 0 },
    ];
  },
};
