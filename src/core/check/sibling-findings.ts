/** What follow-ups of one question do to one another: the same asked twice, and answers that fall between two bounds. */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals } from '../conditions/read-number.ts';
import type { Question, Semantics } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import { besideParent, isEveryAnswer, oneConditionFor } from './any-of.ts';
import { boundLeftOut } from './bound-texts.ts';
import type { Found } from './finding.ts';
import { keyOfQuestion } from './same-question.ts';
import type { Valued } from './text-values.ts';
import {
  compareDays,
  conditionInWords,
  cut,
  dayBeside,
  dayInWords,
  listed,
  named,
  wholeBeside,
} from './words.ts';

/** A follow-up that can be shown, with its condition. */
interface Sibling {
  readonly question: Question;
  readonly comparison: Comparison;
}

export function siblingFindings({ nodes, semantics }: QuestionTree, parent: QuestionNode): readonly Found[] {
  const siblings = parent.children.flatMap((id): readonly Sibling[] => {
    const node = nodes.get(id);
    return node?.judgement?.readable === true
      ? [{ question: node.question, comparison: node.judgement.rule.comparison }]
      : [];
  });
  if (siblings.length === 0) return [];
  const leftOut = siblings.flatMap((one) => boundLeftOut(parent.question, one) ?? []);
  const told = new Set(leftOut.map(({ question }) => question.id));
  return [
    ...twins({ parent: parent.question, semantics }, siblings),
    ...leftOut,
    ...gaps(parent.question, siblings)
      .filter(({ pair }) => !pair.some(({ id }) => told.has(id)))
      .map(({ gap }) => gap),
  ];
}

interface Above {
  readonly parent: Question;
  readonly semantics: Semantics;
}

/** Those that stand more than once, each with its twins. */
function grouped<Asked extends { readonly question: Question }>(all: readonly Asked[]): readonly Asked[][] {
  const groups = new Map<string, Asked[]>();
  for (const one of all) {
    const key = keyOfQuestion(one.question);
    if (key === null) continue;
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Told at the second of them. */
const twins = (above: Above, siblings: readonly Sibling[]): readonly Found[] =>
  grouped(siblings).flatMap((group) => {
    const [, second] = group;
    return second === undefined ? [] : [twinFinding(above, group, second.question)];
  });

const answersApart = 'Each is a question of its own, so the answers land in different places.';
const keepOne = 'Keep one and delete the others, or give each a title that says how they differ.';
const tellApart = 'Give each a title that says how they differ, or keep one and delete the others.';
const timesAsked = (count: number): string => `It is asked ${count === 2 ? 'twice' : `${count} times`}`;

/** Twins that every visitor is asked; not those of a block that stands several times, for one employer and the next. */
export function rootTwins({ nodes, roots }: QuestionTree): readonly Found[] {
  const asked = roots.flatMap((id) => nodes.get(id)?.question ?? []);
  const keys = asked.map(keyOfQuestion);
  const places = asked.map((question, place) => ({ question, place }));
  const isBlock = (group: readonly { readonly place: number }[]): boolean =>
    [-1, 1].some((step) => {
      const [first = null, ...more] = group.map(({ place }) => keys[place + step]);
      return first !== null && more.every((key) => key === first);
    });
  const ofService = places.filter(({ question }) => question.detail === undefined);
  return grouped(ofService).flatMap((group): readonly Found[] => {
    const [, second] = group;
    if (second === undefined || isBlock(group)) return [];
    const found = `${timesAsked(group.length)} at the top of the form. ${answersApart}`;
    return [{ code: 'twin_questions', question: second.question, found, fix: tellApart }];
  });
}

function twinFinding(above: Above, group: readonly Sibling[], question: Question): Found {
  const { parent } = above;
  const name = `${named(parent)} `;
  const conditions = group.map(({ comparison }) => conditionInWords(parent, comparison).slice(name.length));
  const times = `${timesAsked(group.length)} below ${named(parent)}`;
  if (new Set(conditions).size === 1)
    return {
      code: 'twin_questions',
      question,
      found: `${times} after the same answer, all at once. ${answersApart}`,
      fix: keepOne,
    };
  return {
    code: 'twin_questions',
    question,
    found: `${times}: when that ${listed(conditions)}. ${answersApart}`,
    fix: mayHoldAtOnce(parent)
      ? `Give each a title that says what it follows, since all of them can be asked at once. If one question is meant, ${oneInstead(above, group)}`
      : `If one question is meant, ${oneInstead(above, group)} If several are meant, give each a title that says what it follows.`,
  };
}

const mayHoldAtOnce = (parent: Question): boolean =>
  parent.type === 'multiple_choice' && parent.maximum !== 1;

function oneInstead({ parent, semantics }: Above, group: readonly Sibling[]): string {
  const comparisons = group.map(({ comparison }) => comparison);
  if (isEveryAnswer(parent, comparisons))
    return `delete all but one of them, and ${besideParent(parent, 'that')}: every answer leads to it.`;
  const widest = widestOf(comparisons);
  if (widest !== null)
    return `keep the one that is shown when ${conditionInWords(parent, widest)}, and delete the rest: its condition covers theirs.`;
  const answers = group.flatMap(({ comparison }) => {
    if (comparison.operator !== 'equals') return [];
    if (comparison.kind === 'choice') return [comparison.value];
    return comparison.kind === 'number' ? [comparison.value.text] : [];
  });
  const isWhole = answers.length === group.length;
  const one = isWhole ? oneConditionFor(parent, answers, semantics) : null;
  return one === null
    ? 'ask a yes/no question above, whose “yes” covers all these cases, and let a single question follow it.'
    : `keep one of them, and let it be shown when ${named(parent)} ${one}.`;
}

/** Of bounds to one side, the one that all others lie within; null: they are not. */
function widestOf(comparisons: readonly Comparison[]): Comparison | null {
  const sides = new Set(comparisons.map(({ operator }) => operator));
  const isLeast = sides.has('greater_than');
  if (sides.size !== 1 || !(isLeast || sides.has('less_than'))) return null;
  const bounds = comparisons.flatMap((one) => (one.kind === 'number' || one.kind === 'date' ? [one] : []));
  const [first = null, ...more] = bounds;
  return more.reduce<Valued | null>(
    (widest, one) => (widest !== null && order(one, widest) < 0 === isLeast ? one : widest),
    first,
  );
}

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
function keyOf(comparison: Valued): string {
  if (comparison.kind === 'date') return comparison.value.day;
  const { sign, digits, magnitude } = comparison.value;
  return `${sign} ${digits} ${magnitude}`;
}

const order = (one: Valued, other: Valued): number => {
  if (one.kind === 'number' && other.kind === 'number') return compareDecimals(one.value, other.value);
  if (one.kind === 'date' && other.kind === 'date') return compareDays(one.value.day, other.value.day);
  return 0;
};

/** Whether some follow-up is shown for exactly this value. */
function coveredBy(bounds: readonly Valued[]): (value: Valued) => boolean {
  const equal = new Set<string>();
  const unequal = new Set<string>();
  let [lowest, highest]: [Valued | null, Valued | null] = [null, null];
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
  { question, comparison }: { readonly question: Question; readonly comparison: Valued },
): Found {
  const steps = [stepBelow(comparison), stepAbove(comparison)].map((step, place) =>
    step === null ? [] : [`${step} ${place === 0 ? 'here' : 'there'}`],
  );
  const isDate = comparison.kind === 'date';
  const exact = isDate ? dayInWords(comparison.value.day) : cut(comparison.value.text);
  const [less, more] = isDate ? ['days before', 'days after'] : ['less than', 'more'];
  return {
    code: 'gap_between',
    question,
    found: `${named(lower)} is shown for ${less} ${exact} and this one for ${more}. Who answers ${named(parent)} with exactly ${exact} is asked neither.`,
    fix: `Decide to which of the two ${exact} belongs, and move the value of its condition by one step: ${steps.flat().join(', or ')}${unlessWhole(comparison)}.`,
  };
}

/** Both would be asked after 4.5, if the one were shown for more than 4. */
const unlessWhole = (comparison: Valued): string =>
  comparison.kind === 'number' && wholeBeside(comparison.value.text, 1) !== null
    ? `, if only whole numbers are answered, else to a value close to ${cut(comparison.value.text)}`
    : '';

function stepBelow(comparison: Valued): string | null {
  if (comparison.kind === 'date') return dayBeside(comparison.value.day, -1);
  return wholeBeside(comparison.value.text, -1) ?? 'a little less';
}

function stepAbove(comparison: Valued): string | null {
  if (comparison.kind === 'date') return dayBeside(comparison.value.day, 1);
  return wholeBeside(comparison.value.text, 1) ?? 'a little more';
}
