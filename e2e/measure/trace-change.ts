/**
 * `node --import tsx e2e/measure/trace-change.ts [FORM] [plain|still|moving] [SLOWDOWN]`: one change that shows a
 * question, read from Chromium's own trace, frame by frame: what the page's main thread did, in milliseconds of its
 * own time. Works on the site that is built.
 */
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { print } from '../../src/server/app/print.ts';
import { type BenchFormName, isBenchForm } from '../bench/forms/bench-forms.ts';
import { isSide, openAnswered } from '../bench/rows/plain.ts';
import { servePages } from '../bench/serve-pages.ts';
import { mainThreads, readTrace, type TraceEvent, threadOf } from '../bench/trace.ts';
import { locateBrowser } from '../support/browser/locate-browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [, , form = 'one-in-1000', side = 'still', slowdown = '1'] = process.argv;
/** Below this an event is not worth a line, in milliseconds. */
const LEAST = Number(process.env['LEAST'] ?? 0.05);

async function trace(browser: Browser, name: BenchFormName): Promise<readonly TraceEvent[]> {
  const pages = await servePages(`${root}dist/site`);
  if (!isSide(side)) throw new Error('There is no such side.');
  const stand = await openAnswered({ browser, pages }, name, side, Number(slowdown));
  await setTimeout(1_500);
  const categories = [
    'disabled-by-default-devtools.timeline',
    'devtools.timeline',
    'blink',
    'toplevel',
    '__metadata',
  ];
  await browser.startTracing(stand.page, { categories });
  await stand.page.keyboard.press('ArrowUp');
  await setTimeout(600);
  const events = readTrace(await browser.stopTracing());
  await stand.close();
  pages.close();
  return events;
}

const found = await locateBrowser(root);
if (!found.ok || !isBenchForm(form)) throw new Error('There is no such form, or no browser.');
const { APPLY_BROWSER: executablePath = '', ...environment } = found.value;
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, ...environment },
});
const events = await trace(browser, form);
await browser.close();

/** Every page of the browser has a main thread; the events of this one are the most. */
const mains = mainThreads(events);
const count = (thread: string) => events.filter((event) => threadOf(event) === thread).length;
const [main] = [...mains].sort((one, other) => count(other) - count(one));
const own = events
  .filter((event) => threadOf(event) === main && event.dur !== undefined)
  .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
const start =
  own.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')?.ts ?? 0;
const total = new Map<string, { time: number; count: number }>();
const stack: number[] = [];
for (const event of own) {
  const { name, ts, dur = 0, tdur = 0, args } = event;
  if (ts < start - 1000) continue;
  while (stack.length > 0 && ts >= (stack.at(-1) ?? 0)) stack.pop();
  const depth = stack.length;
  stack.push(ts + dur);
  const known = total.get(name) ?? { time: 0, count: 0 };
  total.set(name, { time: known.time + tdur / 1000, count: known.count + 1 });
  if (tdur / 1000 < LEAST) continue;
  const detail = [
    args?.data?.type,
    args?.data?.functionName,
    args?.elementCount !== undefined && `${args.elementCount} elements`,
    args?.beginData?.dirtyObjects !== undefined &&
      `${args.beginData.dirtyObjects} of ${args.beginData.totalObjects} objects`,
  ].filter(Boolean);
  print(
    `${((ts - start) / 1000).toFixed(1).padStart(8)} ${'  '.repeat(depth)}${name} ${(tdur / 1000).toFixed(2)} ${detail.join(' ')}`,
  );
}
print('');
for (const [name, { time, count }] of [...total]
  .sort((one, other) => other[1].time - one[1].time)
  .slice(0, 25))
  print(`${time.toFixed(2).padStart(8)} ms ${String(count).padStart(4)} × ${name}`);
