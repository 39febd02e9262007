/** The findings of a check, for a person and for a script. */
import type { QuestionFinding } from '../../core/check/check-questions.ts';
import { visibleInLine } from '../../server/process/print.ts';

export interface CheckedSet {
  readonly source: { readonly file: string } | { readonly job: string } | { readonly posting: string };
  /** null: the set has none. */
  readonly title: string | null;
  readonly questions: number;
  readonly findings: readonly QuestionFinding[];
}

export const reportJson = (sets: readonly CheckedSet[]): string => JSON.stringify(sets, null, 2);

export const reportLines = (sets: readonly CheckedSet[]): readonly string[] =>
  sets.flatMap((set, place) => [...(place === 0 ? [] : ['']), ...linesOf(set)]);

function linesOf(set: CheckedSet): readonly string[] {
  const { questions, findings } = set;
  const name = nameOf(set);
  const all = `${questions} ${questions === 1 ? 'question' : 'questions'}`;
  if (findings.length === 0) return [`${name}: nothing wrong found in ${all}.`];
  const groups = grouped(findings);
  const things = findings.length === 1 ? '1 thing' : `${findings.length} things`;
  const places = groups.length === 1 ? '1 question' : `${groups.length} questions`;
  return [`${name}: ${things} to put right, at ${places} of ${questions}.`, ...groups.flatMap(groupLines)];
}

export function nameOf({ source, title }: CheckedSet): string {
  const place = placeOf(source);
  return visibleInLine(title === null ? sentenceCase(place, 'file' in source) : `${title} (${place})`);
}

function placeOf(source: CheckedSet['source']): string {
  if ('file' in source) return source.file;
  if ('job' in source) return `job ${source.job}`;
  return `posting ${source.posting}`;
}

const sentenceCase = (text: string, isFile: boolean): string =>
  isFile ? text : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** As a running server tells it, too. */
type ToldFinding = Readonly<Record<'question' | 'title' | 'found' | 'fix', string>>;

/** Question by question, in the order of the findings. */
export function grouped(findings: readonly ToldFinding[]): readonly (readonly ToldFinding[])[] {
  const groups = new Map<string, ToldFinding[]>();
  for (const finding of findings)
    groups.set(finding.question, [...(groups.get(finding.question) ?? []), finding]);
  return [...groups.values()];
}

export function groupLines(group: readonly ToldFinding[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const title = first.title.trim() === '' ? 'Question without a title' : first.title.trim();
  return [
    '',
    `${visibleInLine(shortened(title))}  [${visibleInLine(first.question)}]`,
    ...group.flatMap(({ found, fix }) => [...wrapped('  Wrong   ', found), ...wrapped('  To do   ', fix)]),
  ];
}

/** Of a title: more does not help to find it. */
const LONGEST_TITLE = 88;

const shortened = (title: string): string =>
  title.length > LONGEST_TITLE ? `${[...title].slice(0, LONGEST_TITLE - 1).join('')}…` : title;

const WIDTH = 100;

function wrapped(label: string, sentence: string): readonly string[] {
  const lines: string[] = [];
  let line = label;
  let isEmpty = true;
  for (const word of visibleInLine(sentence).split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(label.length);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
