/**
 * A scanner that is a program, such as ClamAV's clamdscan: it reads the file on standard input and answers by its exit
 * code.
 */
import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Clock, withLimit } from '../clock.ts';
import { type Scan, ScanError, type ScanVerdict } from '../files/scanner.ts';
import type { FileSource } from '../ports.ts';
import type { Environment } from './configuration/variables.ts';

/** A program and its arguments, passed as they are: no shell interprets them. */
export type ScanCommand = readonly [program: string, ...parameters: string[]];

/** Exit codes of clamdscan and clamscan (their manual pages, "RETURN CODES"). */
const CLEAN = 0;
const INFECTED = 1;
/** Characters of its output that are read. */
const MOST_OUTPUT = 4_096;

export function createCommandScan([program, ...parameters]: ScanCommand, environment: Environment): Scan {
  const env = withoutSecrets(environment);
  return async (file, signal) => {
    const child = spawn(program, parameters, { env, signal, killSignal: 'SIGKILL', windowsHide: true });
    const output = { text: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.text = (output.text + text).slice(0, MOST_OUTPUT);
    });
    child.stderr.resume();
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new ScanError(`it cannot be run: ${codeOf(error)}`)));
      child.once('close', (code, killed) => resolve(code ?? failOf(killed, reject)));
    });
    // The scanner may report and exit before it has read everything.
    const isGiven = pipeline(file.chunks(), child.stdin).then(
      () => true,
      () => false,
    );
    return judge(await ended, await isGiven, output.text);
  };
}

function failOf(killed: NodeJS.Signals | null, reject: (reason: ScanError) => void): number {
  reject(new ScanError(`it was ended by ${killed}`));
  return -1;
}

function judge(code: number, isGiven: boolean, output: string): ScanVerdict {
  if (code === INFECTED) {
    const name = / (\S+) FOUND$/m.exec(output)?.[1];
    return { verdict: 'infected', ...(name === undefined ? {} : { name }) };
  }
  if (code !== CLEAN) throw new ScanError(`it ended with ${code}`);
  if (!isGiven) throw new ScanError('it did not take the whole file');
  return { verdict: 'clean' };
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/** Our own variables are withheld from the scanner, since they include keys and secrets. */
const withoutSecrets = (environment: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(VITE_)?APPLY_/.test(name)));

/** Milliseconds: a scanner that takes longer to start is asked again with the first file. */
const PROBE = 10_000;

/**
 * Scans two files that every scanner knows: an empty one and the EICAR test file. The error is a sentence for the
 * person who starts the server: the scanner is missing, or lets everything pass. null: it gave no verdict, and may
 * still be starting.
 */
export async function probeScan(
  scan: Scan,
  [program]: ScanCommand,
  clock: Clock,
): Promise<Outcome<true | null, string>> {
  const scanSample = (name: string, text: string) =>
    withLimit(clock, PROBE, (signal) => scan(sampleOf(name, text), signal));
  try {
    const clean = await scanSample('hello.txt', 'Hello.');
    const infected = await scanSample('eicar.txt', eicar);
    if (clean.verdict === 'infected') return failure(findsAll(program));
    return infected.verdict === 'clean' ? failure(findsNothing(program)) : success(true);
  } catch (error) {
    const isMissing = error instanceof ScanError && /ENOENT|EACCES/.test(error.message);
    return isMissing ? failure(isNotThere(program)) : success(null);
  }
}

const isNotThere = (program: string): string =>
  `APPLY_SCAN names "${program}", which cannot be run here: install it, or name it by its whole path.`;
const findsNothing = (program: string): string =>
  `APPLY_SCAN: "${program}" finds nothing in the test file of EICAR, so it does not scan what comes on its standard input. clamdscan wants "-" as its last argument: ["clamdscan","--no-summary","-"].`;
const findsAll = (program: string): string =>
  `APPLY_SCAN: "${program}" calls a text of one word infected (exit ${INFECTED}), so no file would ever be delivered. It must end with ${CLEAN} for a clean file, ${INFECTED} for an infected one, and another number when it cannot say.`;

/**
 * In parts, so that no scanner takes this program for the test file
 * (https://www.eicar.org/download-anti-malware-testfile/).
 */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

function sampleOf(name: string, text: string): FileSource {
  const bytes = Buffer.from(text);
  return {
    name,
    type: 'text/plain',
    size: bytes.byteLength,
    async *chunks() {
      yield bytes;
    },
  };
}
