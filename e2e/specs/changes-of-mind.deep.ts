/** Answers that are changed again and again: what they leave behind, as the browser itself counts it. */
import type { CDPSession, Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

/** More than this after 1,000 changes is a leak. */
const MOST_KIBIBYTES = 256;
/** Rounds until the engine has compiled and thrown away what it will: its machine code counts as memory, too. */
const WARM_UP = 1_000;

/** Yes and No in turn, as clicks, each drawn before the next; the follow-ups of both come and go. */
const clicks = `async (rounds) => {
  const [yes, no] = document.querySelectorAll('[data-question-id="2001"] input');
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let round = 0; round < rounds; round += 1)
    for (const option of [yes, no]) {
      option.click();
      await drawn();
    }
}`;

/** What is waiting to be said is said, and taken away again, before anything is counted. */
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
  // Control: what does leave something behind is seen.
  await applicant.state().evaluate((element) => {
    const leaked: (Element | null)[] = [];
    Object.assign(globalThis, { kept: leaked });
    element.addEventListener('apply-visibility', () =>
      leaked.push(element.querySelector('[data-question-id="2101"]')),
    );
  });
  await changeMind(page, 20);
  expect((await count(session)).nodes - after.nodes).toBeGreaterThan(20);
});
