/** Makes the operator's scanner safe to call: it gives one of three verdicts in time, and its failures are logged. */

import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { type Clock, untilAborted, withLimit } from '../clock.ts';
import type { Log } from '../log.ts';
import type { FileSource, FileVerdict, Scanner } from '../ports.ts';

export type ScanVerdict =
  | { readonly verdict: 'clean' }
  /** `name`: the scanner's name for the finding. */
  | { readonly verdict: 'infected'; readonly name?: string };

/** Reads a whole file and gives a verdict. Rejects if there is none; ends early when the signal aborts. */
export type Scan = (file: FileSource, signal: AbortSignal) => Promise<ScanVerdict>;

/** A failure of `Scan` whose message may be logged, because it contains nothing of the file. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

export type CountingScanner = ReturnType<typeof createScanner>;

/** Time limits of a scan in milliseconds. */
const LIMITS = { upload: 10_000, delivery: 60_000 };
/** Concurrent scans. Further files get no verdict yet, and are scanned before they are delivered. */
const CONCURRENCY = 4;

export function createScanner({ scan, log, clock }: Readonly<{ scan: Scan; log: Log; clock: Clock }>) {
  const counted = new Map<Tenant, Readonly<Record<FileVerdict, number>>>();
  const counts = (tenant: Tenant) => counted.get(tenant) ?? { clean: 0, infected: 0, unknown: 0 };
  const count = (tenant: Tenant, verdict: FileVerdict): FileVerdict => {
    counted.set(tenant, { ...counts(tenant), [verdict]: counts(tenant)[verdict] + 1 });
    return verdict;
  };
  let isFailing = false;
  let running = 0;
  const scanInTime: Scanner['scan'] = async (tenant, file, during, stop) => {
    // While the scanner fails, one scan at a time finds out whether it works again.
    if (running >= (isFailing ? 1 : CONCURRENCY)) return count(tenant, 'unknown');
    running += 1;
    // True if reading the file failed, which is not the scanner's fault.
    let isBroken = false;
    async function* chunks() {
      try {
        yield* file.chunks();
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
    const result = await withLimit(clock, LIMITS[during], (limit) => {
      const signal = AbortSignal.any([limit, ...(stop ? [stop] : [])]);
      return untilAborted(signal, scan({ ...file, chunks }, signal));
    })
      .catch((error: unknown) => ({ verdict: 'unknown', cause: causeOf(error) }) as const)
      .finally(() => {
        running -= 1;
      });
    const { verdict } = result;
    // A cancelled scan says nothing about the scanner.
    if (stop?.aborted === true && verdict === 'unknown') return verdict;
    if (isBroken && verdict !== 'infected') throw new Error('The bytes of a file to scan cannot be read.');
    if (verdict === 'unknown') log.error('scan_failed', { tenant, cause: result.cause });
    else if (isFailing) log.warn('scan_works_again', {});
    isFailing = verdict === 'unknown';
    if (verdict === 'infected') log.warn('file_infected', { tenant, ...nameOf(result.name) });
    return count(tenant, verdict);
  };
  return {
    scan: scanInTime,
    /** Numbers of verdicts since the start. */
    counts,
    /** True if the last scan gave no verdict. */
    isFailing: () => isFailing,
  };
}

function causeOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it did not answer in time';
  return error instanceof ScanError ? error.message : error instanceof Error ? error.name : 'unknown';
}

/** A scanner's name for a finding, such as `Win.Test.EICAR_HDB-1`. */
const nameOf = (name: string | undefined) =>
  name !== undefined && /^[\w.:/+-]{1,100}$/.test(name) ? { code: name } : {};

/** A program and its arguments, which are passed unchanged, without a shell. */
export type ScanCommand = readonly [program: string, ...parameters: string[]];

/** Exit codes of clamdscan and clamscan (their manual pages, "RETURN CODES"). */
const CLEAN = 0;
const INFECTED = 1;
/** Characters of the program's output that are read. */
const MOST_OUTPUT = 4_096;

/**
 * The program reads the file from standard input and answers by its exit code. It does not get our own variables, which
 * include keys.
 */
export function createCommandScan(
  [program, ...parameters]: ScanCommand,
  environment: Readonly<Record<string, string | undefined>>,
): Scan {
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(VITE_)?APPLY_/.test(name)),
  );
  return async (file, signal) => {
    const child = spawn(program, parameters, { env, signal, killSignal: 'SIGKILL', windowsHide: true });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, MOST_OUTPUT);
    });
    child.stderr.resume();
    const exit = new Promise<number | string>((resolve, reject) => {
      child.once('error', (error) => reject(new ScanError(`it cannot be run: ${codeOf(error)}`)));
      child.once('close', (code, killed) => resolve(code ?? `${killed}`));
    });
    // The scanner may report and exit before it has read everything.
    const written = pipeline(file.chunks(), child.stdin);
    written.catch(() => undefined);
    const code = await exit;
    if (code === INFECTED) {
      const name = / (\S+) FOUND$/m.exec(output)?.[1];
      return { verdict: 'infected', ...(name === undefined ? {} : { name }) };
    }
    if (code !== CLEAN) throw new ScanError(`it exited with ${code}`);
    await written.catch(() => Promise.reject(new ScanError('it did not read the whole file')));
    return { verdict: 'clean' };
  };
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** Milliseconds; a scanner that takes longer to start is asked again with the first file. */
const PROBE_LIMIT = 10_000;

/**
 * Scans two files with known verdicts: a text of one word and the EICAR test file. The error is a sentence for the
 * person who starts the server: the scanner is missing, or accepts or refuses everything. Gives null without a verdict,
 * because the scanner may still be starting.
 */
export async function probeScan(
  scan: Scan,
  [program]: ScanCommand,
  clock: Clock,
): Promise<Outcome<true | null, string>> {
  const ask = (text: string) => withLimit(clock, PROBE_LIMIT, (signal) => scan(sampleOf(text), signal));
  const named = `APPLY_SCAN: "${program}"`;
  try {
    const harmless = await ask('Hello.');
    const found = await ask(eicar);
    if (harmless.verdict === 'infected')
      return failure(
        `${named} reports a text of one word as infected (exit code ${INFECTED}), so no file would ever be delivered. It must exit with ${CLEAN} for a clean file, ${INFECTED} for an infected one, and another code without a verdict.`,
      );
    return found.verdict === 'infected'
      ? success(true)
      : failure(
          `${named} finds nothing in the test file of EICAR, so it does not scan its standard input. clamdscan needs "-" as its last argument: ["clamdscan","--no-summary","-"].`,
        );
  } catch (error) {
    const isMissing = error instanceof ScanError && /ENOENT|EACCES/.test(error.message);
    return isMissing
      ? failure(`${named} cannot be run here: install it, or give its full path.`)
      : success(null);
  }
}

/**
 * Joined from parts, so that scanners do not take this program for the test file
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
