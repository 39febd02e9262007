/** Makes the operator's scanner safe to call: it gives one of three verdicts in time, and its failures are logged. */

import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { after, type Clock, withLimit } from '../clock.ts';
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
/** Scans at once. What comes meanwhile has no verdict yet, and is scanned before it is delivered. */
const AT_ONCE = 4;

export function createScanner({
  scan,
  log,
  clock,
}: {
  readonly scan: Scan;
  readonly log: Log;
  readonly clock: Clock;
}): CountingScanner {
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

/** A program and its arguments, passed as they are: no shell interprets them. */
export type ScanCommand = readonly [program: string, ...parameters: string[]];

/** Exit codes of clamdscan and clamscan (their manual pages, "RETURN CODES"). */
const CLEAN = 0;
const INFECTED = 1;
/** Characters of its output that are read. */
const MOST_OUTPUT = 4_096;

/** It reads the file on standard input and answers by its exit code. Our own variables, which include keys, are withheld. */
export function createCommandScan(
  [program, ...parameters]: ScanCommand,
  environment: Readonly<Record<string, string | undefined>>,
): Scan {
  const others = Object.entries(environment).filter(([name]) => !/^(VITE_)?APPLY_/.test(name));
  const env = Object.fromEntries(others);
  return async (file, signal) => {
    const child = spawn(program, parameters, { env, signal, killSignal: 'SIGKILL', windowsHide: true });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MOST_OUTPUT);
    });
    child.stderr.resume();
    const ended = new Promise<number | string>((resolve, reject) => {
      child.once('error', (error) => reject(new ScanError(`it cannot be run: ${codeOf(error)}`)));
      child.once('close', (code, killed) => resolve(code ?? `${killed}`));
    });
    // The scanner may report and exit before it has read everything.
    const isGiven = pipeline(file.chunks(), child.stdin).then(
      () => true,
      () => false,
    );
    const code = await ended;
    if (code === INFECTED) {
      const name = / (\S+) FOUND$/m.exec(output)?.[1];
      return { verdict: 'infected', ...(name === undefined ? {} : { name }) };
    }
    if (code !== CLEAN) throw new ScanError(`it ended with ${code}`);
    if (!(await isGiven)) throw new ScanError('it did not take the whole file');
    return { verdict: 'clean' };
  };
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** Milliseconds: a scanner that takes longer to start is asked again with the first file. */
const PROBE = 10_000;

/**
 * Scans two files that every scanner knows: a text of one word and the EICAR test file. The error is a sentence for the
 * person who starts the server: the scanner is missing, or lets everything pass. null: it gave no verdict, and may
 * still be starting.
 */
export async function probeScan(
  scan: Scan,
  [program]: ScanCommand,
  clock: Clock,
): Promise<Outcome<true | null, string>> {
  const verdictOf = async (text: string) => {
    const told = await withLimit(clock, PROBE, (signal) => scan(sampleOf(text), signal));
    return told.verdict;
  };
  try {
    const [clean, infected] = [await verdictOf('Hello.'), await verdictOf(eicar)];
    if (clean === 'infected')
      return failure(
        `APPLY_SCAN: "${program}" calls a text of one word infected (exit ${INFECTED}), so no file would ever be delivered. It must end with ${CLEAN} for a clean file, ${INFECTED} for an infected one, and another number when it cannot say.`,
      );
    if (infected === 'clean')
      return failure(
        `APPLY_SCAN: "${program}" finds nothing in the test file of EICAR, so it does not scan what comes on its standard input. clamdscan wants "-" as its last argument: ["clamdscan","--no-summary","-"].`,
      );
    return success(true);
  } catch (error) {
    const isMissing = error instanceof ScanError && /ENOENT|EACCES/.test(error.message);
    return isMissing
      ? failure(
          `APPLY_SCAN names "${program}", which cannot be run here: install it, or name it by its whole path.`,
        )
      : success(null);
  }
}

/**
 * In parts, so that no scanner takes this program for the test file
 * (https://www.eicar.org/download-anti-malware-testfile/).
 */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

const sampleOf = (text: string): FileSource => ({
  name: 'sample.txt',
  type: 'text/plain',
  size: text.length,
  async *chunks() {
    yield Buffer.from(text);
  },
});
