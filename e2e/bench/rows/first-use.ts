/**
 * The time that a first visitor waits for the form on two slow lines, compared with the build of another checkout (`--before
 * CHECKOUT`) or with an empty page that loads a script. Both use the same line, which delays connections and bytes as a
 * mobile network does.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { startServer } from '../../support/apply-form-server.ts';
import { startSlowLine } from '../../support/slow-line.ts';
import { serve } from '../pages.ts';
import { type Measured, median, type Rig, type RowGroup } from '../row.ts';

const rounds = 9;
/** Bytes of the script that the empty page loads. */
const SCRIPT = 30_000;
const JOB = '4711';

const lines = [
  { name: '150 ms, 1.6 Mbit/s', delay: 75, rate: 1_600_000, connects: true },
  { name: '400 ms, 400 kbit/s', delay: 200, rate: 400_000, connects: true },
];

const places = ['page', 'script', 'iframe'] as const;
const sides = ['ours', 'beside'] as const;
type Side = (typeof sides)[number];

/** Serves an empty page with a script of the full size that cannot be compressed. */
const serveEmptyPage = () => {
  const script = `/*${randomBytes(SCRIPT).toString('base64').slice(0, SCRIPT)}*/dispatchEvent(new Event('apply-ready'));`;
  return serve(async ({ pathname }) =>
    pathname === '/script.js'
      ? ['text/javascript', script]
      : ['text/html', '<!doctype html><title>Empty</title><script src="/script.js"></script>'],
  );
};

/** Returns the attributes of the script tag that the documentation of that build recommends. */
async function tagOf(origin: string): Promise<string> {
  const { status } = await fetch(`${origin}/apply-form-classic.js`, { method: 'HEAD' });
  return status === 200 ? 'type="module" async crossorigin' : 'async crossorigin';
}

/** Returns milliseconds. Waits until every request of the visit has ended, so that none delays the next visit. */
async function measureVisit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(
    `window.arrived = new Promise((resolve, reject) => {
      addEventListener('apply-ready', () => resolve(performance.now()));
      setTimeout(() => reject(new Error('No form is ready after a minute.')), 60_000);
    })`,
  );
  await page.goto(address, { waitUntil: 'commit' });
  // The policy of our pages forbids the evaluation that `waitForFunction` needs.
  const arrived = await page.evaluate<number>('window.arrived');
  await page.waitForLoadState('networkidle');
  await page.close();
  return arrived;
}

/** The second visit uses the cache of the first. */
async function visitTwice(browser: Browser, address: string): Promise<readonly number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const times = [await measureVisit(context, address), await measureVisit(context, address)];
  await context.close();
  return times;
}

/** Alternates the sides, so that a busy machine affects all of them. */
async function measureLine(
  { browser, pages, before }: Rig,
  origins: Readonly<Record<Side, string>>,
  line: (typeof lines)[number],
): Promise<readonly Measured[]> {
  const slowLines = await Promise.all(
    [origins.ours, origins.beside, pages.origin].map((origin) => startSlowLine(origin, line)),
  );
  const [ours = '', beside = '', host = ''] = slowLines.map(({ origin }) => origin);
  const tags = { ours: await tagOf(origins.ours), beside: await tagOf(origins.beside) };
  const addressOf = (place: string, side: Side) => {
    const endpoint = side === 'ours' ? ours : beside;
    if (side === 'beside' && before === null) return endpoint;
    if (place === 'page') return `${endpoint}/form#job=${JOB}`;
    return `${host}/first-use?${new URLSearchParams({ place, endpoint, job: JOB, tag: tags[side] })}`;
  };
  const times = new Map<string, (readonly number[])[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const place of places)
      for (const side of sides) {
        const visits = times.get(`${place} ${side}`) ?? [];
        times.set(`${place} ${side}`, [...visits, await visitTwice(browser, addressOf(place, side))]);
      }
  await Promise.all(slowLines.map((slowLine) => slowLine.stop()));
  const name = before === null ? `an empty page with ${SCRIPT / 1_000} kB` : 'the other build';
  const time = (place: string, side: Side, visit: number) =>
    median(times.get(`${place} ${side}`)?.map((visits) => visits[visit] ?? Number.NaN) ?? []);
  return places.flatMap((place) =>
    ['cold', 'warm'].map((when, visit) => ({
      row: `first use, ${place}, ${line.name}, ${when} (beside ${name})`,
      ours: time(place, 'ours', visit),
      beside: time(place, 'beside', visit),
      unit: 'ms' as const,
      ...(before !== null && { budget: 1 }),
    })),
  );
}

export const firstUseRow: RowGroup = {
  name: 'first-use',
  async measure(rig) {
    const server = await startServer();
    const empty = await serveEmptyPage();
    const before = rig.before === null ? null : await startServer({}, [join(rig.before, 'dist/server.js')]);
    const origins = { ours: server.origin, beside: before?.origin ?? empty.origin };
    const measured: Measured[] = [];
    for (const line of lines) measured.push(...(await measureLine(rig, origins, line)));
    await Promise.all([server.stop(), before?.stop()]);
    empty.close();
    return measured;
  },
};
