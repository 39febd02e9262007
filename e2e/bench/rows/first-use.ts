/**
 * How long a first visitor waits for the form, on two slow lines, beside the build in another checkout (`--before
 * CHECKOUT`), or an empty page that loads a script. Connections are made and bytes arrive as on a phone: the line is the same for both.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { startServer } from '../../support/apply-form-server.ts';
import { type LineSpeed, startSlowLine } from '../../support/slow-line.ts';
import { type Measured, median, type Rig, type RowGroup } from '../row.ts';

const rounds = 9;
/** Bytes of the script that the empty page loads. */
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

/** As the pages of that build advise. */
async function tagOf(origin: string): Promise<string> {
  const { status } = await fetch(`${origin}/apply-form-classic.js`, { method: 'HEAD' });
  return status === 200 ? 'type="module" async crossorigin' : 'async crossorigin';
}

function addressOf(place: Place, host: string, origin: string, tag: string): string {
  if (place === 'page') return `${origin}/form#job=${JOB}`;
  return `${host}/first-use?${new URLSearchParams({ place, endpoint: origin, job: JOB, tag })}`;
}

/** Ends when all that the visit asks for has come: what is still under way would take its connection with it. */
async function measureVisit(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.arrived !== undefined, null, { polling: 20, timeout: 60_000 });
  const arrived = await page.evaluate(() => window.arrived ?? Number.NaN);
  await page.waitForLoadState('networkidle');
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

/** Of our server and of what is beside it, in turns. */
async function measureLine(rig: Rig, origins: Origins, line: (typeof lines)[number]) {
  const through = async (origin: string) => startSlowLine(origin, line);
  const [slow, beside, host] = [
    await through(origins.ours),
    await through(origins.beside),
    await through(rig.pages.origin),
  ];
  const [tag, tagBeside] = [await tagOf(origins.ours), await tagOf(origins.beside)];
  const addresses = new Map<string, string>();
  for (const place of places) {
    addresses.set(`ours ${place}`, addressOf(place, host.origin, slow.origin, tag));
    addresses.set(
      `beside ${place}`,
      rig.before === null ? beside.origin : addressOf(place, host.origin, beside.origin, tagBeside),
    );
  }
  const found = await visitInTurns(rig.browser, addresses);
  await Promise.all([slow.stop(), beside.stop(), host.stop()]);
  const name = rig.before === null ? `an empty page with ${SCRIPT / 1_000} kB` : 'the other build';
  return places.flatMap((place) =>
    (['cold', 'warm'] as const).map((when) => ({
      row: `first use, ${place}, ${line.name}, ${when} (beside ${name})`,
      ours: found.get(`ours ${place}`)?.[when] ?? Number.NaN,
      beside: found.get(`beside ${place}`)?.[when] ?? Number.NaN,
      unit: 'ms' as const,
      budget: rig.before === null ? null : 1,
    })),
  );
}

interface Origins {
  readonly ours: string;
  readonly beside: string;
}

export const firstUseRow: RowGroup = {
  name: 'first-use',
  async measure(rig) {
    const [server, empty] = [await startServer(), await serveEmptyPage()];
    const before = rig.before === null ? null : await startServer({}, [join(rig.before, 'dist/server.js')]);
    const origins = { ours: server.origin, beside: before?.origin ?? empty.origin };
    const measured: Measured[] = [];
    for (const line of lines) measured.push(...(await measureLine(rig, origins, line)));
    await Promise.all([server.stop(), before?.stop()]);
    empty.close();
    return measured;
  },
};
