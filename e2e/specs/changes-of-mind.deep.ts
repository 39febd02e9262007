/** Counts with the browser's own tools what repeated changes of answers leave in memory. */
import type { CDPSession, Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

/** More than this after 1,000 changes is a leak. */
const MOST_KIBIBYTES = 256;
/** Rounds until the engine has finished compiling, because its machine code counts as memory. */
const WARM_UP = 1_000;

/** Clicks Yes and No in turn and waits until each change is drawn. The follow-ups of both appear and disappear. */
const clicks = `async (rounds) => {
  const [yes, no] = document.querySelectorAll('[data-question-id="2001"] input');
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let round = 0; round < rounds; round += 1)
    for (const option of [yes, no]) {
      option.click();
      await drawn();
    }
}`;

/** Changes the answers, and waits until pending announcements are spoken and removed. */
async function changeMind(page: Page, rounds: number): Promise<void> {
  await page.evaluate(`(${clicks})(${rounds})`);
  await page.clock.runFor(60_000);
}

async function count(session: CDPSession) {
  for (const _time of ['first', 'second', 'third']) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    kibibytes: Math.round(value('JSHeapUsedSize') / 1024),
  };
}

test('1,000 changed answers leave no node and no listener behind, and little memory', async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.clock.install();
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  await changeMind(page, WARM_UP);
  const before = await count(session);
  await changeMind(page, 500);
  const after = await count(session);
  expect(after.nodes - before.nodes).toBe(0);
  expect(after.listeners - before.listeners).toBe(0);
  expect(after.kibibytes - before.kibibytes).toBeLessThanOrEqual(MOST_KIBIBYTES);
  // Control: the count detects a leak.
  await applicant.state().evaluate((element) => {
    const leaked: (Element | null)[] = [];
    Object.assign(globalThis, { leaked });
    element.addEventListener('apply-visibility', () =>
      leaked.push(element.querySelector('[data-question-id="2101"]')),
    );
  });
  await changeMind(page, 20);
  expect((await count(session)).nodes - after.nodes).toBeGreaterThan(20);
});
