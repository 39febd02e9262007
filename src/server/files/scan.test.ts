import { expect, onTestFinished, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { createBenchClock } from '../bench-clock.support.ts';
import { createAdvisingLog, type LogFields } from '../log.ts';
import { toContent } from './file-samples.support.ts';
import { createScanner, type Scan, ScanError, type ScanVerdict } from './scan.ts';

const TENANT = tenant('one');
const file = {
  name: 'Anna Canary.pdf',
  type: 'application/pdf',
  ...toContent(new TextEncoder().encode('%PDF')),
};

function scene(scan: Scan) {
  const clock = createBenchClock();
  onTestFinished(clock.stop);
  const logged: [string, LogFields][] = [];
  const tell = (event: string, fields: LogFields) => void logged.push([event, fields]);
  const log = createAdvisingLog({ warn: tell, error: tell }, clock);
  const scanner = createScanner({ scan, log, clock });
  const begin = (during: 'upload' | 'delivery' = 'upload', stop?: AbortSignal) =>
    scanner.scan(TENANT, file, during, stop);
  return { scanner, logged, begin, ask: () => clock.during(begin()), pass: clock.pass };
}

/** A scanner that answers when the test says so; null makes it fail. */
function askedScan() {
  const answers: ((verdict: ScanVerdict['verdict'] | null) => void)[] = [];
  const signals: AbortSignal[] = [];
  const scan: Scan = async (_file, signal) => {
    signals.push(signal);
    const verdict = await new Promise<ScanVerdict['verdict'] | null>((answer) => answers.push(answer));
    if (verdict === null) throw new ScanError('it ended with 2');
    return { verdict };
  };
  return { scan, answers, signals };
}

test.each<[string, Scan, string]>([
  ['says "clean"', async () => ({ verdict: 'clean' }), 'clean'],
  ['says "infected"', async () => ({ verdict: 'infected', name: 'Win.Test' }), 'infected'],
  ['fails', () => Promise.reject(new Error('no connection')), 'unknown'],
  ['does not answer in time', () => new Promise(() => undefined), 'unknown'],
])('the verdict is counted for its tenant when the scanner %s', async (_name, scan, verdict) => {
  const { scanner, ask } = scene(scan);
  expect(await ask()).toBe(verdict);
  expect(scanner.counts(TENANT)).toEqual({ clean: 0, infected: 0, unknown: 0, [verdict]: 1 });
  expect(scanner.counts(tenant('other'))).toEqual({ clean: 0, infected: 0, unknown: 0 });
});

test('scans four files at once, and further ones get no verdict yet', async () => {
  const { scan, answers } = askedScan();
  const { begin } = scene(scan);
  const scans = Array.from({ length: 4 }, () => begin());
  await expect.poll(() => answers).toHaveLength(4);
  expect(await Promise.all([begin(), begin('delivery')])).toEqual(['unknown', 'unknown']);
  for (const answer of answers) answer('clean');
  expect(await Promise.all(scans)).toEqual(Array(4).fill('clean'));
});

test('ends a scan that takes too long or whose worker stops', async () => {
  const { scan, signals } = askedScan();
  const { ask, begin, scanner } = scene(scan);
  const stop = new AbortController();
  const stopped = begin('delivery', stop.signal);
  stop.abort();
  expect([await stopped, scanner.isFailing()]).toEqual(['unknown', false]);
  expect([await ask(), scanner.isFailing()]).toEqual(['unknown', true]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('a failing scanner is tried with one file at a time until it works', async () => {
  const { scan, answers } = askedScan();
  const { begin, scanner } = scene(scan);
  const failing = begin();
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]?.(null);
  await failing;
  const probing = begin();
  expect(await Promise.all([begin(), begin('delivery')])).toEqual(['unknown', 'unknown']);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('clean');
  expect([await probing, scanner.isFailing()]).toEqual(['clean', false]);
  const others = [begin(), begin()];
  await expect.poll(() => answers).toHaveLength(4);
  for (const answer of answers) answer('clean');
  expect(await Promise.all(others)).toEqual(['clean', 'clean']);
});

test('a failing scanner is logged once a minute, and once when it works again', async () => {
  let isThere = false;
  const { ask, logged, pass } = scene(async () => {
    if (!isThere) throw new ScanError('it ended with 2');
    return { verdict: 'clean' };
  });
  for (let count = 0; count < 5; count += 1) await ask();
  expect(logged).toMatchObject([['scan_failed', { tenant: 'one', cause: 'it ended with 2' }]]);
  await pass(60_000);
  await ask();
  expect(logged[1]).toMatchObject(['scan_failed', { left_out: 4 }]);
  isThere = true;
  await ask();
  await ask();
  expect(logged.slice(2).map(([event]) => event)).toEqual(['scan_works_again']);
});
