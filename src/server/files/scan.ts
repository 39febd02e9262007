/** Makes the operator's scanner safe to call: it gives one of three verdicts in time, and its failures are logged. */
import type { Tenant } from '../../core/model/ids.ts';
import { after, type Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { FileSource, FileVerdict, Scanner } from '../ports.ts';

export type ScanVerdict =
  | { readonly verdict: 'clean' }
  /** `name`: what the scanner calls it. */
  | { readonly verdict: 'infected'; readonly name?: string };

/** Reads all of a file and says what is in it. Rejects when it cannot say; ends early when the signal aborts. */
export type Scan = (file: FileSource, signal: AbortSignal) => Promise<ScanVerdict>;

/** A failure of `Scan` whose message may be logged: it holds nothing of the file. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

export interface CountingScanner extends Scanner {
  /** Verdicts since the start. */
  counts(tenant: Tenant): Readonly<Record<FileVerdict, number>>;
  /** The last one that was asked did not say. */
  isFailing(): boolean;
}

/** Milliseconds. */
const LIMITS = { upload: 10_000, delivery: 60_000 };
/** Scans at once. What comes beside them has no verdict yet, and is scanned before it is delivered. */
const AT_ONCE = 4;

interface ScannerDependencies {
  readonly scan: Scan;
  readonly log: Log;
  readonly clock: Clock;
}

export function createScanner({ scan, log, clock }: ScannerDependencies): CountingScanner {
  const counted = new Map<Tenant, Record<FileVerdict, number>>();
  const countsOf = (tenant: Tenant) => counted.get(tenant) ?? { clean: 0, infected: 0, unknown: 0 };
  const count = (tenant: Tenant, verdict: FileVerdict): FileVerdict => {
    counted.set(tenant, { ...countsOf(tenant), [verdict]: countsOf(tenant)[verdict] + 1 });
    return verdict;
  };
  let [isFailing, running] = [false, 0];
  return {
    async scan(tenant, file, during, stop) {
      // While the scanner fails, one scan at a time finds out whether it works again.
      if (running >= (isFailing ? 1 : AT_ONCE)) return count(tenant, 'unknown');
      running += 1;
      const watched = watchReading(file);
      const told = await inTime(clock, LIMITS[during], stop, (signal) => scan(watched.file, signal))
        .catch(causeOf)
        .finally(() => {
          running -= 1;
        });
      const verdict = typeof told === 'string' ? 'unknown' : told.verdict;
      // It says nothing of the scanner.
      if (stop?.aborted === true && verdict === 'unknown') return verdict;
      if (watched.isBroken() && verdict !== 'infected')
        throw new Error('The bytes of a file to scan cannot be read.');
      if (typeof told === 'string') log.error('scan_failed', { tenant, cause: told });
      else if (isFailing) log.warn('scan_works_again', {});
      isFailing = typeof told === 'string';
      if (typeof told !== 'string' && told.verdict === 'infected')
        log.warn('file_infected', { tenant, ...nameOf(told.name) });
      return count(tenant, verdict);
    },
    counts: countsOf,
    isFailing: () => isFailing,
  };
}

/** The same file, and whether reading it failed: by its own fault, not by that of the reader. */
function watchReading(file: FileSource) {
  let isBroken = false;
  async function* chunks() {
    try {
      yield* file.chunks();
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  return { file: { ...file, chunks }, isBroken: () => isBroken };
}

/** Rejects as soon as the time is over, whether or not the work heeds its signal. */
async function inTime<Value>(
  clock: Clock,
  limit: number,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const over = new AbortController();
  const callOff = after(clock, limit, () => over.abort());
  const signal = stop === undefined ? over.signal : AbortSignal.any([stop, over.signal]);
  const late = new Promise<never>((_resolve, reject) => {
    const end = () => reject(new ScanError('it did not answer in time'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
  return Promise.race([work(signal), late]).finally(callOff);
}

const causeOf = (error: unknown): string =>
  error instanceof ScanError ? error.message : error instanceof Error ? error.name : 'unknown';

/** A scanner's word for what it found, as `Win.Test.EICAR_HDB-1`. */
const nameOf = (name: string | undefined) =>
  name !== undefined && /^[\w.:/+-]{1,100}$/.test(name) ? { code: name } : {};
