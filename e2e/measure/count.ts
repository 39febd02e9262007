/**
 * How large the code is to understand, of any checkout with any layout: files, lines, small files with one importer,
 * import circles, words that were replaced.
 *   node --import tsx e2e/measure/count.ts [FOLDER] [--json] [--list WORD | --list small | --list circles | --list twice]
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { circles } from './circles.ts';
import { isAsked, isReplacedName, type ReplacedWord, replacedWords } from './replaced-words.ts';
import { kinds, readSources, type SourceFile } from './source-files.ts';

const SMALL = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, list: { type: 'string' } },
});
const sources = readSources(resolve(positionals[0] ?? '.'));
const ours = sources.filter(({ kind }) => kind !== 'tests');

function importersOf(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    for (const one of imports) found.set(one.path, (found.get(one.path) ?? new Set()).add(path));
  }
  return found;
}

const importers = importersOf(ours);
const withOneImporter = ours.filter(({ path }) => importers.get(path)?.size === 1);
const small = withOneImporter.filter(({ lines }) => lines < SMALL);

interface Use {
  readonly text: string;
  readonly path: string;
}

/** The parts of a path count once a file. */
function namesWith(word: ReplacedWord): readonly Use[] {
  return sources
    .filter(({ kind }) => word.isProductionOnly !== true || kind === 'production')
    .flatMap(({ names, path }) => [
      ...names.filter((name) => isReplacedName(word, name, path)).map((text) => ({ text, path })),
      ...(word.paths?.test(path) === true ? [{ text: path, path }] : []),
    ]);
}

function commentsWith(word: ReplacedWord): readonly Use[] {
  const { comments: pattern } = word;
  if (pattern === undefined) return [];
  return sources
    .filter(({ path }) => isAsked(word, path))
    .flatMap(({ comments, path }) =>
      comments.flatMap((comment) => [...comment.matchAll(pattern)].map(([text]) => ({ text, path }))),
    );
}

/** Exported names that several files declare. */
function declaredTwice(): readonly (readonly [name: string, files: readonly string[]])[] {
  const found = new Map<string, string[]>();
  for (const { path, exported } of ours) {
    for (const name of new Set(exported)) found.set(name, [...(found.get(name) ?? []), path]);
  }
  return [...found].filter(([, files]) => files.length > 1).sort((a, b) => b[1].length - a[1].length);
}

const withoutTypes = sources.map((file) => ({
  ...file,
  imports: file.imports.filter(({ isType }) => !isType),
}));
const longest = ours.reduce((one, other) => (other.lines > one.lines ? other : one));
const twice = declaredTwice();
const words = replacedWords.map((word) => ({
  word: word.word,
  instead: word.instead,
  names: namesWith(word).length,
  comments: commentsWith(word).length,
}));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const result = {
  files: Object.fromEntries(kinds.map((kind) => [kind, filesOf(kind).length])),
  lines: Object.fromEntries(kinds.map((kind) => [kind, sum(filesOf(kind).map(({ lines }) => lines))])),
  oneImporter: withOneImporter.length,
  oneImporterUnder40Lines: small.length,
  oneImporterUnder40LinesInProduction: small.filter(({ kind }) => kind === 'production').length,
  circles: circles(sources).length,
  filesInCircles: circles(sources).flat().length,
  valueCircles: circles(withoutTypes).length,
  longestFile: longest.path,
  longestFileLines: longest.lines,
  namesExportedTwice: twice.length,
  replacedWordsInNames: sum(words.map(({ names }) => names)),
  replacedWordsInComments: sum(words.map(({ comments }) => comments)),
};

function filesOf(kind: (typeof kinds)[number]): readonly SourceFile[] {
  return sources.filter((file) => file.kind === kind);
}

const out = (line: string) => process.stdout.write(`${line}\n`);

function printTable(): void {
  const row = (name: string, ...cells: readonly (string | number)[]) =>
    out(`${name.padEnd(40)}${cells.map((cell) => String(cell).padStart(12)).join('')}`);
  row('', ...kinds);
  row('files', ...kinds.map((kind) => result.files[kind] ?? 0));
  row('lines', ...kinds.map((kind) => result.lines[kind] ?? 0));
  for (const [name, value] of Object.entries(result)) if (typeof value !== 'object') row(name, value);
  out('');
  row('replaced words', 'in names', 'in comments');
  for (const { word, names, comments } of words) row(word, names, comments);
}

function counted(uses: readonly Use[]): void {
  const groups = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { text, path } of uses) {
    groups.set(text, (groups.get(text) ?? new Set()).add(path));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const [text, files] of groups) out(`${text} ${counts.get(text)}: ${[...files].slice(0, 6).join(' ')}`);
}

function printList(wanted: string): void {
  if (wanted === 'small')
    for (const { path, lines } of small) out(`${path} ${lines} ${[...(importers.get(path) ?? [])]}`);
  else if (wanted === 'circles') for (const circle of circles(sources)) out(circle.join('\n  '));
  else if (wanted === 'twice') for (const [name, files] of twice) out(`${name}: ${files.join(' ')}`);
  else
    for (const one of replacedWords.filter(({ word }) => word.includes(wanted))) {
      counted([...namesWith(one), ...commentsWith(one)]);
    }
}

if (values.list !== undefined) printList(values.list);
else if (values.json) out(JSON.stringify({ ...result, words }, null, 1));
else printTable();
