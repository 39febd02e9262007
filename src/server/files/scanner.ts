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

export interface ScannerDependencies {
  readonly scan: Scan;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits?: ScanLimits;
}

export interface ScanLimits {
  /** Milliseconds, waiting for others included. */
  readonly upload: number;
  readonly delivery: number;
  /** Scans at once; the others wait. */
  readonly atOnce: number;
}

export interface CountingScanner extends Scanner {
  /** Verdicts since the start. */
  counts(tenant: Tenant): Readonly<Record<FileVerdict, number>>;
  /** The last one that was asked did not say. */
  isFailing(): boolean;
}

const defaultLimits: ScanLimits = { upload: 10_000, delivery: 60_000, atOnce: 4 };

export function createScanner(dependencies: ScannerDependencies): CountingScanner {
  const { scan, log, clock, limits = defaultLimits } = dependencies;
  const events = createScanEvents(log);
  const queue = createQueue(limits.atOnce);
  const admit = createAdmission(events.isFailing, limits.atOnce);
  const counted = new Map<Tenant, Record<FileVerdict, number>>();
  const countsOf = (tenant: Tenant) => counted.get(tenant) ?? { clean: 0, infected: 0, unknown: 0 };
  const count = (tenant: Tenant, verdict: FileVerdict): FileVerdict => {
    counted.set(tenant, { ...countsOf(tenant), [verdict]: countsOf(tenant)[verdict] + 1 });
    return verdict;
  };
  return {
    async scan(tenant, file, during, stop) {
      const leave = admit(tenant, during);
      if (leave === null) return count(tenant, 'unknown');
      const watched = watchReading(file);
      const ask = (signal: AbortSignal) => queue(signal, () => scan(watched.file, signal));
      const told = await inTime({ clock, limit: limits[during], stop }, ask).catch(causeOf).finally(leave);
      const verdict = typeof told === 'string' ? 'unknown' : told.verdict;
      // It says nothing of the scanner.
      if (stop?.aborted === true && verdict === 'unknown') return verdict;
      if (watched.isBroken() && verdict !== 'infected')
        throw new Error('The bytes of a file to scan cannot be read.');
      if (typeof told === 'string') events.failed(tenant, told);
      else events.told(tenant, told);
      return count(tenant, verdict);
    },
    counts: countsOf,
    isFailing: events.isFailing,
  };
}

/**
 * Limits who may scan; null: the file gets no verdict now. While the scanner fails, one scan at a time tests whether
 * it works again. Deliveries of one tenant wait for no more scans than run at once, half of its leased submissions,
 * so that answers without files continue.
 */
function createAdmission(isFailing: () => boolean, most: number) {
  const delivering = new Map<Tenant, number>();
  let inside = 0;
  return (tenant: Tenant, during: 'upload' | 'delivery'): (() => void) | null => {
    const own = delivering.get(tenant) ?? 0;
    if ((isFailing() && inside > 0) || (during === 'delivery' && own >= most)) return null;
    const add = (more: number) => {
      inside += more;
      if (during === 'delivery') delivering.set(tenant, (delivering.get(tenant) ?? 0) + more);
    };
    add(1);
    return () => add(-1);
  };
}

/** The same file, and whether reading it failed: by its own fault, not by that of the reader. */
function watchReading(file: FileSource) {
  let isBroken = false;
  async function* chunks() {
    const slices = file.chunks()[Symbol.asyncIterator]();
    const next = () =>
      slices.next().catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    try {
      for (let slice = await next(); slice.done !== true; slice = await next()) yield slice.value;
    } finally {
      await slices.return?.();
    }
  }
  return { file: { ...file, chunks }, isBroken: () => isBroken };
}

interface ScanTime {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly limit: number;
  readonly stop: AbortSignal | undefined;
}

/** What is not one of the two words is none. */
async function inTime(
  { clock, limit, stop }: ScanTime,
  work: (signal: AbortSignal) => Promise<ScanVerdict>,
): Promise<ScanVerdict> {
  const over = new AbortController();
  const end = () => over.abort();
  const callOff = after(clock, limit, end);
  stop?.addEventListener('abort', end);
  if (stop?.aborted === true) end();
  try {
    const told = await Promise.race([work(over.signal), lateness(over.signal)]);
    if (told?.verdict !== 'clean' && told?.verdict !== 'infected')
      throw new ScanError('it answered something that is no verdict');
    return told;
  } finally {
    callOff();
    stop?.removeEventListener('abort', end);
  }
}

/** Rejects when the time is over. */
const lateness = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new ScanError('it did not answer in time'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

const causeOf = (error: unknown): string =>
  error instanceof ScanError ? error.message : error instanceof Error ? error.name : 'unknown';

type Queue = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>;

/**
 * So many at once, in the order in which they came. What waited too long does not begin any more; what takes too long has
 * had its place, though it may not heed its signal.
 */
function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (signal, work) => {
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      if (signal.aborted) throw new ScanError('it is busy with other files');
      return await Promise.race([work(), lateness(signal)]);
    } finally {
      const next = waiting.shift();
      // It takes this one's place.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function createScanEvents(log: Log) {
  let isFailing = false;
  return {
    isFailing: () => isFailing,
    failed(tenant: Tenant, cause: string): void {
      isFailing = true;
      log.error('scan_failed', { tenant, cause });
    },
    told(tenant: Tenant, told: ScanVerdict): void {
      if (isFailing) log.warn('scan_works_again', {});
      isFailing = false;
      if (told.verdict === 'clean') return;
      log.warn('file_infected', { tenant, ...nameOf(told.name) });
    },
  };
}

/** A scanner's word for what it found, as `Win.Test.EICAR_HDB-1`. */
const nameOf = (name: string | undefined) =>
  name !== undefined && /^[\w.:/+-]{1,100}$/.test(name) ? { code: name } : {};
