import type { Page } from 'playwright/test';

/** Milliseconds: longer than a busy machine needs between the look at the clock and its stop. */
const AHEAD = 60_000;

/** From now on the installed clock of the page, put a minute forward, passes only in the test. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD);
}
