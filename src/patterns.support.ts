/** For tests: finds every regular expression of the sources, and measures the growth of its time on texts that almost match. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { growthOf, NO_TIME, STEEP, TIMES } from './growth.support.ts';
import fc from './properties.support.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export interface Pattern {
  /** Path under `src`. */
  readonly file: string;
  readonly regex: RegExp;
}

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test(-d)?|support|d)\.tsx?$/.test(file);

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => `${folder}/${file}`);

/** Reads the syntax tree, so that no literal is missed and no comment is mistaken for one. */
export function findPatterns(folders: readonly string[]): readonly Pattern[] {
  return folders.flatMap(sourcesOf).flatMap((file) => {
    const found: Pattern[] = [];
    const visitor = new Visitor({
      Literal(node) {
        if ('regex' in node) found.push({ file, regex: new RegExp(node.regex.pattern, node.regex.flags) });
      },
    });
    visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
    return found;
  });
}

/** Returns the files that compose a pattern from strings, which the syntax tree does not show. */
export function findComposed(folders: readonly string[]): readonly string[] {
  return folders
    .flatMap(sourcesOf)
    .filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')));
}

/** Folders whose patterns read input. */
export const folders = ['core', 'browser', 'form', 'sandbox', 'server', 'ui'] as const;

/** Patterns with quadratic time on texts that only trusted sources write, with that source. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  ['browser/host/host.ts \\/+$', 'an attribute that the host page wrote'],
  ['browser/proxy/load-files.ts https?:\\/\\/\\S+\\.m?js', 'a file of ours in a browser error'],
  ['browser/drafts/storage.ts =+$', 'at most two signs that btoa wrote'],
  ['server/process/site.ts <script(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)<\\/script>', 'pages of our own build'],
  ['server/process/site.ts <style[^>]*>([\\s\\S]*?)<\\/style>', 'pages of our own build'],
  ['server/process/configuration/config-schema.ts \\/+$', 'a variable of the operator, read at start'],
  ['server/process/configuration/variables.ts [\\r\\n]+$', 'a file of the operator, read at start'],
  [
    'server/process/configuration/variables.ts ^APPLY_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT|PORT_\\d+_\\w+)$',
    'a name in the environment of the operator',
  ],
]);

export const nameOf = ({ file, regex }: Pattern): string => `${file} ${regex.source}`;

/** All patterns, without duplicates. */
export const patterns = [
  ...new Map(findPatterns(folders).map((pattern) => [nameOf(pattern), pattern])).entries(),
];

/** In characters: long enough to reveal quadratic time, short enough for linear time to be negligible. */
const LONGEST = 16_384;
/** In characters. Exponential time shows at the second length, before a run would never end. */
const lengths = [22, 28, 512, LONGEST];
/** In milliseconds: below it no growth can be steep, because times below `NO_TIME` count as equal. */
const QUICK = NO_TIME * TIMES ** STEEP;
const SAMPLES = 4;
const LONGEST_SAMPLE = 16;
const LONGEST_PUMP = 3;

/** Returns texts that match a pattern, or nearly match one with lookarounds or back-references. */
function samplesOf({ source, flags }: RegExp): readonly string[] {
  const plain = source
    .replace(/\(\?<?[!=][^()]*(?:\([^()]*\)[^()]*)*\)|\\b/g, '')
    .replace(/\\[pP]\{\w+\}/g, 'a')
    .replace(/\\u\{10ffff\}/g, '\\uffff')
    .replace(/\\[1-9]/g, '-');
  const matching = fc.stringMatching(new RegExp(plain, flags.replace(/[^su]/g, '')));
  return fc.sample(matching, { seed: 14, numRuns: SAMPLES }).map((text) => text.slice(0, LONGEST_SAMPLE));
}

interface Attack {
  readonly head: string;
  readonly pump: string;
  readonly tail: string;
}

/** Repeats each part of a sample, followed by a text that does not match. */
function attacksOf(samples: readonly string[]): readonly Attack[] {
  const attacks = new Map<string, Attack>();
  for (const sample of samples)
    for (let from = 0; from < sample.length; from += 1)
      for (const to of [1, 2, LONGEST_PUMP, sample.length].map((length) => from + length))
        for (const tail of ['', '\u0001', '\n-']) {
          const attack = { head: sample.slice(0, from), pump: sample.slice(from, to), tail };
          attacks.set(JSON.stringify(attack), attack);
        }
  return [...attacks.values()];
}

const write = ({ head, pump, tail }: Attack, length: number): string =>
  head + pump.repeat(Math.ceil(length / pump.length)) + tail;

/** Returns the first attack on which the pattern takes more than linear time; null if there is none. */
export function findSteep(regex: RegExp): Attack | null {
  const run = (text: string) => text.replace(regex, '');
  return (
    attacksOf(samplesOf(regex)).find((attack) => {
      const isSlow = (length: number) => timeOf(() => run(write(attack, length))) > QUICK;
      const slow = lengths.find((length) => isSlow(length) && isSlow(length));
      if (slow === undefined) return false;
      if (slow < LONGEST) return true;
      return growthOf(LONGEST / TIMES, (length) => write(attack, length), run) > STEEP;
    }) ?? null
  );
}

function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
