import type { Page } from 'playwright/test';

/** Milliseconds. Even a busy machine reads and stops the clock within this time. */
const AHEAD = 60_000;

/** Moves the installed clock of the page a minute forward and stops it, so that only the test advances it. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD);
}
