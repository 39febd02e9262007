import { expect, onTestFinished, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { createBenchClock } from '../bench-clock.support.ts';
import { giveTurn } from '../clock.ts';
import { createAdvisingLog, type LogFields } from '../log.ts';
import { toContent } from './memory-bytes.ts';
import { createScanner, type Scan, ScanError, type ScannerDependencies } from './scanner.ts';

const one = tenant('one');
const file = {
  name: 'Anna Canary.pdf',
  type: 'application/pdf',
  ...toContent(new TextEncoder().encode('%PDF')),
};

function scene(scan: Scan, limits?: ScannerDependencies['limits']) {
  const clock = createBenchClock();
  onTestFinished(clock.stop);
  const told: [string, LogFields][] = [];
  const tell = (event: string, fields: LogFields) => void told.push([event, fields]);
  const dependencies = { scan, log: createAdvisingLog({ warn: tell, error: tell }, clock), clock };
  const scanner = createScanner(limits === undefined ? dependencies : { ...dependencies, limits });
  const begin = () => scanner.scan(one, file, 'upload');
  return { scanner, told, begin, ask: () => clock.during(begin()), pass: clock.pass };
}

const hasty = { upload: 20, delivery: 20, atOnce: 2 };
const never = () => new Promise<never>(() => undefined);

test.each<[string, Scan, string]>([
  ['clean', async () => ({ verdict: 'clean' }), 'clean'],
  ['infected', async () => ({ verdict: 'infected', name: 'Win.Test' }), 'infected'],
  ['nothing, as it fails', () => Promise.reject(new Error('no connection')), 'unknown'],
  ['nothing in time', never, 'unknown'],
  ['another word', async () => JSON.parse('{"verdict":"probably"}'), 'unknown'],
])('of a scanner that says %s the verdict is counted', async (_name, scan, verdict) => {
  const { scanner, ask } = scene(scan, hasty);
  expect(await ask()).toBe(verdict);
  expect(scanner.counts(one)).toEqual({ clean: 0, infected: 0, unknown: 0, [verdict]: 1 });
  expect(scanner.counts(tenant('other'))).toEqual({ clean: 0, infected: 0, unknown: 0 });
});

test('a scan that takes too long is told to stop', async () => {
  let isStopped = false;
  const { ask } = scene((_file, signal) => {
    signal.addEventListener('abort', () => {
      isStopped = true;
    });
    return never();
  }, hasty);
  await ask();
  expect(isStopped).toBe(true);
});

test('while it fails one file at a time finds out whether it is back', async () => {
  const answers: ((told: 'clean' | null) => void)[] = [];
  const { ask, begin, scanner } = scene(async () => {
    const told = await new Promise<'clean' | null>((answer) => answers.push(answer));
    if (told === null) throw new ScanError('it is away');
    return { verdict: told };
  });
  const failing = begin();
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(null);
  await failing;
  const probing = begin();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['unknown', 'unknown', 'unknown']);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('clean');
  expect(await probing).toBe('clean');
  const others = [begin(), begin()];
  await expect.poll(() => answers).toHaveLength(4);
  for (const answer of answers) answer('clean');
  expect(await Promise.all(others)).toEqual(['clean', 'clean']);
  expect(scanner.isFailing()).toBe(false);
});

test('deliveries of one tenant wait for no more scans than are made at once', async () => {
  const { scanner } = scene(never, { upload: 60_000, delivery: 60_000, atOnce: 2 });
  const stop = new AbortController();
  const scan = (name: string) => scanner.scan(tenant(name), file, 'delivery', stop.signal);
  const waiting = [scan('one'), scan('one'), scan('other'), scan('other')];
  expect(await Promise.all([scan('one'), scan('other')])).toEqual(['unknown', 'unknown']);
  stop.abort();
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('unknown'));
});

/** Whatever it reads it calls clean. */
const readAll: Scan = async ({ chunks }) => {
  for await (const _chunk of chunks());
  return { verdict: 'clean' };
};

test.each<[string, Scan]>([
  ['and the scanner says so', readAll],
  [
    'and the scanner calls it clean',
    (given, signal) => readAll(given, signal).catch(() => ({ verdict: 'clean' })),
  ],
])('a file that cannot be read is no failure of the scanner, %s', async (_name, scan) => {
  async function* chunks() {
    yield new Uint8Array(1);
    throw new Error('The bytes of a staged file are gone or were changed.');
  }
  const { scanner, told } = scene(scan);
  await expect(scanner.scan(one, { ...file, chunks }, 'delivery')).rejects.toThrow('cannot be read');
  expect([told, scanner.isFailing()]).toEqual([[], false]);
});

test('so many are scanned at once, and the others after them', async () => {
  const running = { now: 0, most: 0 };
  const { ask } = scene(
    async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await giveTurn();
      running.now -= 1;
      return { verdict: 'clean' };
    },
    { upload: 60_000, delivery: 60_000, atOnce: 2 },
  );
  expect(await Promise.all(Array.from({ length: 9 }, ask))).toEqual(Array(9).fill('clean'));
  expect(running.most).toBe(2);
});

test('one that fails is news once a minute, and when it works again', async () => {
  let isThere = false;
  const { ask, told, pass, scanner } = scene(async () => {
    if (!isThere) throw new ScanError('it ended with 2');
    return { verdict: 'clean' };
  });
  for (let count = 0; count < 5; count += 1) await ask();
  expect(told).toEqual([
    ['scan_failed', { tenant: 'one', cause: 'it ended with 2', advice: expect.stringContaining('scanner') }],
  ]);
  expect(scanner.isFailing()).toBe(true);
  await pass(60_000);
  await ask();
  expect(told[1]).toEqual(['scan_failed', expect.objectContaining({ left_out: 4 })]);
  isThere = true;
  await ask();
  await ask();
  expect(told.slice(2)).toEqual([['scan_works_again', {}]]);
  expect(scanner.isFailing()).toBe(false);
});

test('an infected file is told without its name, and many of them in one line', async () => {
  const { ask, told, pass } = scene(async () => ({ verdict: 'infected', name: 'Win.Test.EICAR_HDB-1' }));
  for (let count = 0; count < 4; count += 1) await ask();
  await pass(60_000);
  await ask();
  expect(told).toEqual([
    ['file_infected', expect.objectContaining({ tenant: 'one', code: 'Win.Test.EICAR_HDB-1' })],
    ['file_infected', expect.objectContaining({ left_out: 3 })],
  ]);
  expect(JSON.stringify(told)).not.toContain('Canary');
});

test.each([
  ['what an error says', () => Promise.reject(new Error('Anna Canary.pdf is broken'))],
  ['a name that is more than one', async () => ({ verdict: 'infected', name: 'Anna Canary' }) as const],
])('%s does not reach the log', async (_name, scan) => {
  const { ask, told } = scene(scan);
  await ask();
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told)).not.toContain('Canary');
});
