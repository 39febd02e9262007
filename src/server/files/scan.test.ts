import { expect, onTestFinished, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { createBenchClock } from '../bench-clock.support.ts';
import { createAdvisingLog, type LogFields } from '../log.ts';
import { toContent } from './file-samples.support.ts';
import { createScanner, type Scan, ScanError, type ScanVerdict } from './scan.ts';

const one = tenant('one');
const file = {
  name: 'Anna Canary.pdf',
  type: 'application/pdf',
  ...toContent(new TextEncoder().encode('%PDF')),
};

function scene(scan: Scan) {
  const clock = createBenchClock();
  onTestFinished(clock.stop);
  const told: [string, LogFields][] = [];
  const tell = (event: string, fields: LogFields) => void told.push([event, fields]);
  const log = createAdvisingLog({ warn: tell, error: tell }, clock);
  const scanner = createScanner({ scan, log, clock });
  const begin = (during: 'upload' | 'delivery' = 'upload', stop?: AbortSignal) =>
    scanner.scan(one, file, during, stop);
  return { scanner, told, begin, ask: () => clock.during(begin()), pass: clock.pass };
}

/** Answers when the test says so; null: it fails. */
function askedScan() {
  const answers: ((told: ScanVerdict['verdict'] | null) => void)[] = [];
  const signals: AbortSignal[] = [];
  const scan: Scan = async (_file, signal) => {
    signals.push(signal);
    const told = await new Promise<ScanVerdict['verdict'] | null>((answer) => answers.push(answer));
    if (told === null) throw new ScanError('it ended with 2');
    return { verdict: told };
  };
  return { scan, answers, signals };
}

test.each<[string, Scan, string]>([
  ['clean', async () => ({ verdict: 'clean' }), 'clean'],
  ['infected', async () => ({ verdict: 'infected', name: 'Win.Test' }), 'infected'],
  ['nothing, as it fails', () => Promise.reject(new Error('no connection')), 'unknown'],
  ['nothing in time', () => new Promise(() => undefined), 'unknown'],
])('of a scanner that says %s the verdict is counted', async (_name, scan, verdict) => {
  const { scanner, ask } = scene(scan);
  expect(await ask()).toBe(verdict);
  expect(scanner.counts(one)).toEqual({ clean: 0, infected: 0, unknown: 0, [verdict]: 1 });
  expect(scanner.counts(tenant('other'))).toEqual({ clean: 0, infected: 0, unknown: 0 });
});

test('four are scanned at once, and what comes beside them has no verdict yet', async () => {
  const { scan, answers } = askedScan();
  const { begin } = scene(scan);
  const scans = Array.from({ length: 4 }, () => begin());
  await expect.poll(() => answers).toHaveLength(4);
  expect(await Promise.all([begin(), begin('delivery')])).toEqual(['unknown', 'unknown']);
  for (const answer of answers) answer('clean');
  expect(await Promise.all(scans)).toEqual(Array(4).fill('clean'));
});

test('one that takes too long, or whose worker stops, is told to end', async () => {
  const { scan, signals } = askedScan();
  const { ask, begin, scanner } = scene(scan);
  const stop = new AbortController();
  const stopped = begin('delivery', stop.signal);
  stop.abort();
  expect([await stopped, scanner.isFailing()]).toEqual(['unknown', false]);
  expect([await ask(), scanner.isFailing()]).toEqual(['unknown', true]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('while it fails one file at a time finds out whether it is back', async () => {
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

test('one that fails is news once a minute, and when it works again', async () => {
  let isThere = false;
  const { ask, told, pass } = scene(async () => {
    if (!isThere) throw new ScanError('it ended with 2');
    return { verdict: 'clean' };
  });
  for (let count = 0; count < 5; count += 1) await ask();
  expect(told).toMatchObject([['scan_failed', { tenant: 'one', cause: 'it ended with 2' }]]);
  await pass(60_000);
  await ask();
  expect(told[1]).toMatchObject(['scan_failed', { left_out: 4 }]);
  isThere = true;
  await ask();
  await ask();
  expect(told.slice(2).map(([event]) => event)).toEqual(['scan_works_again']);
});
