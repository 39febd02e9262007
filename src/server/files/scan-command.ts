/** A scanner that is a program, such as ClamAV's clamdscan. */
import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Clock, withLimit } from '../clock.ts';
import type { FileSource } from '../ports.ts';
import { type Scan, ScanError } from './scan.ts';

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

function sampleOf(text: string): FileSource {
  const bytes = Buffer.from(text);
  async function* chunks() {
    yield bytes;
  }
  return { name: 'sample.txt', type: 'text/plain', size: bytes.byteLength, chunks };
}
