/** What follow-ups of one question do to one another: the same asked twice, and answers that fall between two bounds. */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals } from '../conditions/read-number.ts';
import type { Question } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import { boundLeftOut } from './bound-texts.ts';
import type { Found } from './finding.ts';
import { conditionInWords, counted, dayInWords, folded, listed, named, quoted } from './words.ts';

/** A follow-up that can be shown, with its condition. */
interface Sibling {
  readonly question: Question;
  readonly comparison: Comparison;
}

export function siblingFindings({ nodes }: QuestionTree, parent: QuestionNode): readonly Found[] {
  const siblings = parent.children.flatMap((id): readonly Sibling[] => {
    const node = nodes.get(id);
    return node?.judgement?.readable === true
      ? [{ question: node.question, comparison: node.judgement.rule.comparison }]
      : [];
  });
  const leftOut = siblings.flatMap((one) => boundLeftOut(parent.question, one) ?? []);
  const told = new Set(leftOut.map(({ question }) => question.id));
  return [
    ...twins(parent.question, siblings),
    ...leftOut,
    ...gaps(parent.question, siblings)
      .filter(({ pair }) => !pair.some(({ id }) => told.has(id)))
      .map(({ gap }) => gap),
  ];
}

/** Told at the second of them. */
function twins(parent: Question, siblings: readonly Sibling[]): readonly Found[] {
  const groups = new Map<string, Sibling[]>();
  for (const sibling of siblings) {
    const { type, canonicalTitle } = sibling.question;
    const title = folded(canonicalTitle);
    if (title === '') continue;
    const group = groups.get(`${type} ${title}`) ?? [];
    group.push(sibling);
    groups.set(`${type} ${title}`, group);
  }
  return [...groups.values()].flatMap((group) => {
    const [, second] = group;
    return second === undefined ? [] : [twinFinding(parent, group, second.question)];
  });
}

function twinFinding(parent: Question, group: readonly Sibling[], question: Question): Found {
  const conditions = group.map(({ comparison }) => conditionInWords(parent, comparison));
  const isSame = new Set(conditions).size === 1;
  const answers = 'Each is a question of its own, so the answers land in different places.';
  if (isSame)
    return {
      code: 'twin_questions',
      question,
      found: `It is asked ${counted(group.length, 'time', 'times')} below ${named(parent)} after the same answer, all at once. ${answers}`,
      fix: 'Keep one and delete the others, or give each a title that says how they differ.',
    };
  const instead = oneConditionFor(parent, group);
  return {
    code: 'twin_questions',
    question,
    found: `It is asked ${counted(group.length, 'time', 'times')} below ${named(parent)}, when ${listed(conditions).replace(/ and (?=[^“”]*“)/, ' or ')}. ${answers}`,
    fix:
      instead === null
        ? 'If one question is meant, ask a yes/no or choice question above, whose one answer covers all these cases, and let a single question follow it. If several are meant, give each a title that says what it follows.'
        : `If one question is meant, keep one of them and let it be shown when ${instead}. If several are meant, give each a title that says what it follows.`,
  };
}

/** Where one option alone of a single choice does not lead to the question, one condition is enough. */
function oneConditionFor(parent: Question, group: readonly Sibling[]): string | null {
  if (parent.type !== 'multiple_choice' || parent.maximum !== 1) return null;
  const leading = new Set(
    group.flatMap(({ comparison }) =>
      comparison.kind === 'choice' && comparison.operator === 'equals' ? [comparison.value] : [],
    ),
  );
  const others = parent.options.filter(({ text }) => !leading.has(text));
  const [only] = others;
  if (leading.size !== group.length || others.length !== 1 || only === undefined) return null;
  return `${named(parent)} is not ${quoted(only.text)} (“not_equals”)`;
}

type Bound = Extract<Comparison, { kind: 'number' | 'date' }>;

interface Gap {
  readonly pair: readonly [Question, Question];
  readonly gap: Found;
}

/** `< 5` and `> 5`, with nothing that is shown for exactly 5. */
function gaps(parent: Question, siblings: readonly Sibling[]): readonly Gap[] {
  const bounds = siblings.flatMap(({ question, comparison }) =>
    comparison.kind === 'number' || comparison.kind === 'date' ? [{ question, comparison }] : [],
  );
  const below = new Map<string, Question>();
  for (const { question, comparison } of bounds)
    if (comparison.operator === 'less_than') below.set(keyOf(comparison), question);
  const covered = coveredBy(bounds.map(({ comparison }) => comparison));
  return bounds.flatMap(({ question, comparison }): readonly Gap[] => {
    const lower = below.get(keyOf(comparison));
    if (comparison.operator !== 'greater_than' || lower === undefined || covered(comparison)) return [];
    return [{ pair: [lower, question], gap: gapFinding(parent, lower, { question, comparison }) }];
  });
}

/** Equal values have equal keys, however they are written. */
function keyOf(comparison: Bound): string {
  if (comparison.kind === 'date') return comparison.value.day;
  const { sign, digits, magnitude } = comparison.value;
  return `${sign} ${digits} ${magnitude}`;
}

const order = (one: Bound, other: Bound): number => {
  if (one.kind === 'number' && other.kind === 'number') return compareDecimals(one.value, other.value);
  if (one.kind === 'date' && other.kind === 'date')
    return one.value.day < other.value.day ? -1 : Number(one.value.day > other.value.day);
  return 0;
};

/** Whether some follow-up is shown for exactly this value. */
function coveredBy(bounds: readonly Bound[]): (value: Bound) => boolean {
  const equal = new Set<string>();
  const unequal = new Set<string>();
  let [lowest, highest]: [Bound | null, Bound | null] = [null, null];
  for (const one of bounds) {
    if (one.operator === 'equals') equal.add(keyOf(one));
    if (one.operator === 'not_equals') unequal.add(keyOf(one));
    if (one.operator === 'greater_than' && (lowest === null || order(one, lowest) < 0)) lowest = one;
    if (one.operator === 'less_than' && (highest === null || order(one, highest) > 0)) highest = one;
  }
  return (value) =>
    equal.has(keyOf(value)) ||
    [...unequal].some((key) => key !== keyOf(value)) ||
    (lowest !== null && order(lowest, value) < 0) ||
    (highest !== null && order(highest, value) > 0);
}

function gapFinding(
  parent: Question,
  lower: Question,
  { question, comparison }: { readonly question: Question; readonly comparison: Bound },
): Found {
  const exact = comparison.kind === 'date' ? dayInWords(comparison.value.day) : comparison.value.text;
  return {
    code: 'gap_between',
    question,
    found: `${named(lower)} is shown for less than ${exact} and this one for more. Who answers ${named(parent)} with exactly ${exact} is asked neither.`,
    fix: `Decide to which of the two ${exact} belongs, and move the value of its condition by one step: ${stepBelow(comparison)} here, or ${stepAbove(comparison)} there.`,
  };
}

const DAY = 86_400_000;

const dayBeside = (day: string, days: number): string => {
  const at = Date.parse(`${day}T00:00:00Z`) + days * DAY;
  return dayInWords(new Date(at).toISOString().slice(0, 10));
};

const wholeBeside = (text: string, step: number): string | null => {
  const number = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(number) ? String(number + step) : null;
};

function stepBelow(comparison: Bound): string {
  if (comparison.kind === 'date') return dayBeside(comparison.value.day, -1);
  return wholeBeside(comparison.value.text, -1) ?? 'a little less';
}

function stepAbove(comparison: Bound): string {
  if (comparison.kind === 'date') return dayBeside(comparison.value.day, 1);
  return wholeBeside(comparison.value.text, 1) ?? 'a little more';
}
