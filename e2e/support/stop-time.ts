import type { Page } from 'playwright/test';

/** Milliseconds: longer than a busy machine needs between reading the clock and stopping it. */
const AHEAD = 60_000;

/** Moves the installed clock of the page a minute forward and stops it, so that only the test advances it. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD);
}
