import type { Browser, Page } from 'playwright';

/** What is read of an event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** The thread's own time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** @returns the longest task on a page's main thread meanwhile, in milliseconds */
export async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await act();
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  );
  const events = trace.traceEvents;
  const mains = new Set(events.filter(isMainThreadName).map(threadOf));
  const tasks = events.filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)));
  return Math.max(0, ...tasks.map(({ dur = 0, tdur = dur }) => tdur)) / 1000;
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}-${tid}`;

const isMainThreadName = ({ name, args }: TraceEvent): boolean =>
  name === 'thread_name' && args?.name === 'CrRendererMain';
