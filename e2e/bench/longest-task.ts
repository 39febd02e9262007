import type { Browser, Page } from 'playwright';
import { mainThreads, readTrace, threadOf } from './trace.ts';

/** @returns the longest task on a page's main thread meanwhile, in milliseconds */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await act();
  const events = readTrace(await browser.stopTracing());
  const mains = mainThreads(events);
  const tasks = events.filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)));
  return Math.max(0, ...tasks.map(({ dur = 0, tdur = dur }) => tdur)) / 1000;
}
