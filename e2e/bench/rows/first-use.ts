/**
 * How long a first visitor waits for the form, on two slow lines, beside an empty page that loads a script of as many
 * bytes. Connections are made and bytes arrive as on a phone: the line is the same for both.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { Browser, BrowserContext } from 'playwright';
import { startServer } from '../../support/apply-form-server.ts';
import { type LineSpeed, startSlowLine } from '../../support/slow-line.ts';
import { median } from '../median.ts';
import type { Rig } from '../rig.ts';
import type { Measured, RowGroup } from '../row.ts';

const rounds = 9;
/** Bytes of the script that the empty page loads: the budget of the first load. */
const SCRIPT = 30_000;
const JOB = '4711';

const lines: readonly (LineSpeed & { readonly name: string })[] = [
  { name: '150 ms, 1.6 Mbit/s', delay: 75, rate: 1_600_000, connects: true },
  { name: '400 ms, 400 kbit/s', delay: 200, rate: 400_000, connects: true },
];

const places = ['page', 'script', 'iframe'] as const;
type Place = (typeof places)[number];

/** An empty page whose script is as long as it may be, and cannot be compressed. */
async function serveEmptyPage(): Promise<HttpServer & { readonly origin: string }> {
  const script = `/*${randomBytes(SCRIPT).toString('base64').slice(0, SCRIPT)}*/window.arrived = performance.now();`;
  const server = createServer(({ url }, response) => {
    const isScript = url?.startsWith('/script.js') === true;
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', etag: '"1"' });
    response.end(isScript ? script : '<!doctype html><title>Empty</title><script src="/script.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(server, { origin: `http://127.0.0.1:${port}` });
}

declare global {
  interface Window {
    /** Milliseconds after the page was asked for. */
    arrived?: number;
  }
}

const watch = (): void => {
  addEventListener('apply-ready', () => {
    window.arrived ??= performance.now();
  });
};

function addressOf(place: Place, host: string, origin: string): string {
  if (place === 'page') return `${origin}/form#job=${JOB}`;
  return `${host}/first-use?${new URLSearchParams({ place, endpoint: origin, job: JOB })}`;
}

async function measureVisit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.arrived !== undefined, null, { polling: 20, timeout: 60_000 });
  const arrived = await page.evaluate(() => window.arrived ?? Number.NaN);
  await page.close();
  return arrived;
}

interface Visit {
  readonly cold: number;
  /** With what the first visit has left in the cache. */
  readonly warm: number;
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const cold = await measureVisit(context, address);
  const warm = await measureVisit(context, address);
  await context.close();
  return { cold, warm };
}

/** In turns, so that a machine that is busy for a while is busy for all. */
async function visitInTurns(
  browser: Browser,
  addresses: ReadonlyMap<string, string>,
): Promise<Map<string, Visit>> {
  const visits = new Map<string, Visit[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, address] of addresses)
      visits.set(name, [...(visits.get(name) ?? []), await visit(browser, address)]);
  return new Map(
    [...visits].map(([name, all]) => [
      name,
      { cold: median(all.map(({ cold }) => cold)), warm: median(all.map(({ warm }) => warm)) },
    ]),
  );
}

async function measureLine(
  { browser, pages }: Rig,
  origin: string,
  line: (typeof lines)[number],
): Promise<readonly Measured[]> {
  const empty = await serveEmptyPage();
  const [slow, beside, host] = [
    await startSlowLine(origin, line),
    await startSlowLine(empty.origin, line),
    await startSlowLine(pages.origin, line),
  ];
  const emptyPage = 'empty page';
  const addresses = new Map([
    [emptyPage, beside.origin],
    ...places.map((place): [string, string] => [place, addressOf(place, host.origin, slow.origin)]),
  ]);
  const found = await visitInTurns(browser, addresses);
  await Promise.all([slow.stop(), beside.stop(), host.stop()]);
  empty.close();
  const none: Visit = { cold: Number.NaN, warm: Number.NaN };
  const control = found.get(emptyPage) ?? none;
  return places.flatMap((place) => {
    const ours = found.get(place) ?? none;
    const row = (when: string) =>
      `first use, ${place}, ${line.name}, ${when} (beside an empty page with ${SCRIPT / 1_000} kB)`;
    return [
      {
        row: row('cold'),
        widget: ours.cold,
        handWritten: control.cold,
        unit: 'ms',
        budget: place === 'script' ? 1.3 : null,
      },
      { row: row('warm'), widget: ours.warm, handWritten: control.warm, unit: 'ms', budget: null },
    ];
  });
}

export const firstUseRow: RowGroup = {
  name: 'first-use',
  async measure(rig) {
    const server = await startServer();
    const measured: Measured[] = [];
    for (const line of lines) measured.push(...(await measureLine(rig, server.origin, line)));
    await server.stop();
    return measured;
  },
};
