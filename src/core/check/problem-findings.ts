/** The problems of the tree (`src/core/conditions/README.md#problems`), each with its remedy. */
import {
  type ConditionKind,
  choiceOperators,
  dateOperators,
  kindOf,
  numberOperators,
  type Operator,
  readOperator,
  textOperators,
  truthOperators,
  urlOperators,
} from '../conditions/operators.ts';
import { readComparison } from '../conditions/read-comparison.ts';
import { readNumber } from '../conditions/read-number.ts';
import { member, valueText } from '../conditions/stored-value.ts';
import type { Problem } from '../model/condition.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { findProblems } from '../tree/find-problems.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { isAmbiguousNumber } from './ambiguous-numbers.ts';
import { betterNumbers } from './better-numbers.ts';
import {
  betterOperator,
  betterValue,
  bothReadings,
  type StrictOperator,
  strictOperator,
} from './better-values.ts';
import { comparisonAdvice, numberBeside } from './compared-values.ts';
import type { Found, ToldProblemCode } from './finding.ts';
import type { NearOption, OptionsIndex } from './options-index.ts';
import { storedCondition } from './stored-condition.ts';
import { asSeen, dayInWords, listed, named, quoted, typesInWords, valueInWords } from './words.ts';

/** What the words of one problem are made of. */
interface Fault {
  readonly tree: QuestionTree;
  readonly options: OptionsIndex;
  readonly record: QuestionRecord;
  /** null where there is none, or none that came. */
  readonly parent: Question | null;
  /** Of the condition that counts, as stored. */
  readonly operator: unknown;
  readonly value: unknown;
}

type Words = Pick<Found, 'found' | 'fix'>;

/** A ring is told once, at the question that comes first. */
export function problemFindings(
  tree: QuestionTree,
  records: ReadonlyMap<QuestionId, QuestionRecord>,
  options: OptionsIndex,
): readonly Found[] {
  const toldRings = new Set<QuestionId>();
  return findProblems(tree).flatMap(({ code, questionId }: Problem): readonly Found[] => {
    const record = records.get(questionId);
    // A type that is not known is told at the question that has it.
    if (record === undefined || code === 'unknown_parent_type') return [];
    if (code === 'cycle' && toldRings.has(questionId)) return [];
    const ring = code === 'cycle' ? ringOf(record, records) : [];
    for (const { id } of ring) toldRings.add(id);
    const words =
      ring.length > 0
        ? ringWords(ring)
        : problemWords[code]({ tree, options, record, ...conditionOf(record, records) });
    return [{ code, question: record.question, ...words }];
  });
}

function conditionOf(
  { question }: QuestionRecord,
  records: ReadonlyMap<QuestionId, QuestionRecord>,
): Pick<Fault, 'parent' | 'operator' | 'value'> {
  const { conditional } = question;
  const condition = conditional.kind === 'child' ? conditional.condition : undefined;
  return { parent: parentIn(question, records), ...storedCondition(condition) };
}

/** The members in the order in which each follows the next. */
function ringOf(
  { question }: QuestionRecord,
  records: ReadonlyMap<QuestionId, QuestionRecord>,
): readonly Question[] {
  const ring = new Map<QuestionId, Question>();
  let one: Question | null = question;
  while (one !== null && !ring.has(one.id)) {
    ring.set(one.id, one);
    one = parentIn(one, records);
  }
  return [...ring.values()];
}

function parentIn(
  { conditional }: Question,
  records: ReadonlyMap<QuestionId, QuestionRecord>,
): Question | null {
  const parent = conditional.kind === 'child' ? conditional.parent : null;
  return parent === null ? null : (records.get(parent)?.question ?? null);
}

function ringWords(ring: readonly Question[]): Words {
  const others = ring.slice(1);
  const again = others.length === 1 ? 'that follows it' : 'the last of these follows it';
  return {
    found: `It follows ${listed(others.map(named))}, and ${again} again: a ring, so none of them is ever shown.`,
    fix: 'Make one of them a question of its own, without a condition: the one that is to be asked first.',
  };
}

const parentName = ({ parent }: Fault): string => (parent === null ? 'the question above' : named(parent));
const parentType = ({ parent }: Fault): string =>
  parent === null ? 'this question' : typesInWords[parent.type];

const kindOfParent = ({ parent }: Fault): ConditionKind | null =>
  parent === null ? null : (kindOf(parent.type) ?? null);

const operatorsInWords: Readonly<Record<ConditionKind, string>> = {
  truth: '“equals” and “not_equals”, with true or false,',
  files: '“equals” and “not_equals”, with true (a file is there) or false,',
  text: '“equals”, “not_equals”, “contains” and “not_contains”',
  url: '“equals” and “not_equals”',
  choice: '“equals” (this option is chosen) and “not_equals”',
  number: '“equals”, “not_equals”, “greater_than” and “less_than”',
  date: '“equals”, “not_equals”, “greater_than” (after) and “less_than” (before)',
};

function operatorsFor(fault: Fault): string {
  const kind = kindOfParent(fault);
  return kind === null ? '' : `After ${parentType(fault)}, ${operatorsInWords[kind]} can be used.`;
}

const operatorsByKind: Readonly<Record<ConditionKind, Partial<Record<Operator, unknown>>>> = {
  truth: truthOperators,
  files: truthOperators,
  text: textOperators,
  url: urlOperators,
  choice: choiceOperators,
  number: numberOperators,
  date: dateOperators,
};

const sentences = (...all: readonly string[]): string => all.filter((one) => one !== '').join(' ');

/** What is more or less than something is a number, whatever it is asked as. */
function bySize(fault: Fault): string {
  const { operator } = fault;
  const written = typeof operator === 'string' ? operator : '';
  const meant = betterOperator(written) ?? strictOperator(written);
  const kind = kindOfParent(fault);
  const isSize = meant === 'greater_than' || meant === 'less_than';
  return isSize && (kind === 'choice' || kind === 'text')
    ? `To compare by size, ask ${parentName(fault)} as a number.`
    : '';
}

function isFor(fault: Fault, operator: Operator): boolean {
  const kind = kindOfParent(fault);
  return kind !== null && operatorsByKind[kind][operator] !== undefined;
}

function unknownOperator(fault: Fault): Words {
  const { operator } = fault;
  const written = typeof operator === 'string' ? operator : '';
  const meant = betterOperator(written);
  const strict = strictOperator(written);
  const advice =
    meant !== null && isFor(fault, meant)
      ? [`Write “${meant}”.`, valueAdvice(fault, meant)]
      : strict !== null && isFor(fault, strict)
        ? [strictAdvice(strict, fault)]
        : ['', valueAdvice(fault, null)];
  const [first = '', ...others] = advice;
  return {
    found:
      operator === undefined || operator === null
        ? `Its condition does not say how ${parentName(fault)} is compared, so it is never shown.`
        : `Its condition compares by ${valueInWords(operator)}, which is no comparison that the form knows, so it is never shown.`,
    fix: sentences(first, operatorsFor(fault), bySize(fault), ...others),
  };
}

/** Of a condition whose operator is told, so that one change mends both; empty where the value can be read. */
function valueAdvice(fault: Fault, operator: Operator | null): string {
  const kind = kindOfParent(fault);
  if (kind === null) return '';
  const { dateOrder } = fault.tree.semantics;
  const { value } = fault;
  const isBad = readComparison({ kind, operator: 'equals', value, dateOrder }) === 'bad_value';
  return isBad ? betterValue(kind, value, operator) : '';
}

function strictAdvice(operator: StrictOperator, fault: Fault): string {
  const { value } = fault;
  const noEqual = `There is no “or equal”: write “${operator}” with`;
  const number = kindOfParent(fault) === 'number' ? numberIn(value) : null;
  if (number !== null) return `${noEqual} ${numberBeside(number, operator)}.`;
  const [next, words] = operator === 'greater_than' ? ['before', 'more'] : ['after', 'less'];
  const advice = valueAdvice(fault, operator);
  return advice === ''
    ? `${noEqual} the value just ${next} ${valueInWords(value)}, so that ${valueInWords(value)} itself counts as ${words}.`
    : `${noEqual} the value just ${next} the one that is meant. ${advice}`;
}

/** null: none, or none that can be told; “<5” is no value of “≥”. */
function numberIn(value: unknown): string | null {
  const text = (valueText(value, 'string', 'number') ?? '').trim();
  if (comparisonAdvice(text, null) !== null || isAmbiguousNumber(text)) return null;
  const [number, ...others] = readNumber(text) === null ? betterNumbers(text) : [text];
  return others.length === 0 ? (number ?? null) : null;
}

function operatorNotAllowed(fault: Fault): Words {
  const { operator, parent } = fault;
  const isContains = operator === 'contains' || operator === 'not_contains';
  const instead = {
    url: `To look for a part of it, make ${parentName(fault)} a short text.`,
    choice: `“${operator === 'contains' ? 'equals' : 'not_equals'}” already looks among all chosen options.`,
  };
  const advice = isContains && (parent?.type === 'url' || parent?.type === 'multiple_choice');
  const kind = parent?.type === 'url' ? 'url' : 'choice';
  return {
    found: `Its condition compares ${parentName(fault)}, ${parentType(fault)}, by ${valueInWords(operator)}, which does not fit, so it is never shown.`,
    fix: sentences(operatorsFor(fault), advice ? instead[kind] : '', bySize(fault), valueAdvice(fault, null)),
  };
}

function badValue(fault: Fault): Words {
  const kind = kindOfParent(fault);
  return {
    found: `Its condition compares ${parentName(fault)}, ${parentType(fault)}, with ${valueInWords(fault.value)}, which cannot be read as such, so it is never shown.`,
    fix:
      kind === null
        ? 'Choose the value again.'
        : betterValue(kind, fault.value, readOperator(fault.operator)),
  };
}

function orphan({ record }: Fault): Words {
  const { conditional } = record.question;
  const id = conditional.kind === 'child' ? conditional.parent : null;
  return {
    found:
      id === null
        ? 'It is a follow-up, but nothing says of which question, so it is never shown.'
        : `It is to follow question ${quoted(id)}, which is not among the questions of this form, so it is never shown.`,
    fix: 'Choose the question of this form that it follows, or make it a question of its own, or delete it.',
  };
}

function missingChild({ record, tree }: Fault): Words {
  const missing = [...new Set(record.relatedChildren.filter((id) => !tree.nodes.has(id)))];
  const names = listed(missing.map((id) => quoted(id)));
  return {
    found: `The service says that ${missing.length === 1 ? `question ${names} follows` : `the questions ${names} follow`} it, but did not send ${missing.length === 1 ? 'it, so it is' : 'them, so they are'} not asked.`,
    fix: 'Look whether they were deleted or belong to another job. If they are there, the people who run the service can tell why it leaves them out.',
  };
}

function ambiguousDate(fault: Fault): Words {
  const { tree, record, value } = fault;
  const readings = typeof value === 'string' ? bothReadings(value) : [];
  const comparison = comparisonOf(tree, record);
  const day = comparison?.kind === 'date' ? dayInWords(comparison.value.day) : '';
  return {
    found: `Its condition names the day ${valueInWords(value)}, which can be ${readings.join(' or ')}. The form reads it as ${day}.`,
    fix: `Write the month in words: ${readings.map((reading) => `“${reading}”`).join(' or ')}.`,
  };
}

function comparisonOf({ nodes }: QuestionTree, { question }: QuestionRecord) {
  const judgement = nodes.get(question.id)?.judgement;
  return judgement?.readable === true ? judgement.rule.comparison : null;
}

/** What a condition that no answer meets does; by its operator. */
const effectOf = ({ operator }: Fault): string =>
  operator === 'not_equals' ? 'so it is shown after every answer' : 'so it is never shown';

/** That a finding names. */
const MOST_OPTIONS = 5;

function notAnOption(fault: Fault): Words {
  const { parent, value, options } = fault;
  const all = parent?.type === 'multiple_choice' ? parent.options : [];
  const shown = listed(all.slice(0, MOST_OPTIONS).map(({ text }) => quoted(text)));
  const choose =
    all.length > MOST_OPTIONS ? `one of its options, such as ${shown}` : `one of its options: ${shown}`;
  const nearest = parent === null ? null : options.nearest(parent, String(value));
  return {
    found: `Its condition names the option ${valueInWords(value)}, which ${parentName(fault)} does not have, ${effectOf(fault)}.`,
    fix: optionAdvice(String(value), nearest, all.length === 1 ? `its only option, ${shown}` : choose),
  };
}

/** A misspelt option is meant perhaps only, so the others are named, too. */
function optionAdvice(written: string, nearest: NearOption | null, choose: string): string {
  if (nearest === null) return `Choose ${choose}. Case and blanks count.`;
  const { text, isSame } = nearest;
  if (asSeen(text) === asSeen(written))
    return `Copy the option ${quoted(text)}: the two look alike and differ in a character that cannot be seen.`;
  return isSame
    ? `Write ${quoted(text)}, exactly as the option is written.`
    : `If ${quoted(text)} is meant, write it exactly so; else choose ${choose}.`;
}

function unreachableValue(fault: Fault): Words {
  const text = String(fault.value).trim();
  return {
    found: `Its condition compares ${parentName(fault)} with a text that has a blank before or after it, and answers have none, ${effectOf(fault)}.`,
    fix: text === '' ? 'Write the text after which it is asked.' : `Write ${quoted(text)} without the blank.`,
  };
}

const problemWords: Readonly<Record<ToldProblemCode, (fault: Fault) => Words>> = {
  missing_condition: (fault) => ({
    found: `Nothing says after which answer to ${parentName(fault)} it is shown, so it is never shown.`,
    fix: 'Choose the answer after which it is asked, or make it a question of its own.',
  }),
  unknown_operator: unknownOperator,
  operator_not_allowed: operatorNotAllowed,
  bad_value: badValue,
  unsupported_parent_type: (fault) => ({
    found: `It follows ${parentName(fault)}, which asks for a period (from and to). No condition can read a period, so it is never shown.`,
    fix: 'Ask for the first or the last day as a date of its own and let this question follow that, or make it a question of its own.',
  }),
  orphan,
  self_parent: () => ({
    found: 'It is to follow itself, so it is never shown.',
    fix: 'Choose the question that it follows, or make it a question of its own.',
  }),
  cycle: () => ringWords([]),
  bad_conditional: ({ record }) => ({
    found: `What says when it is shown cannot be read (${valueInWords(storedConditional(record))}), so it is never shown.`,
    fix: 'Delete its condition and enter it again, or make it a question of its own.',
  }),
  included_without_conditional: () => ({
    found: 'The service sends it as a follow-up, but nothing says of which question, so it is never shown.',
    fix: 'Choose the question and the answer that it follows, or make it a question of its own.',
  }),
  duplicate_id: () => ({
    found: 'The service has it twice, with different content. The first is asked, the second never.',
    fix: 'Delete one of the two, or make the second a new question.',
  }),
  missing_child: missingChild,
  ambiguous_date: ambiguousDate,
  value_not_an_option: notAnOption,
  unreachable_value: unreachableValue,
};

const storedConditional = ({ attributes }: QuestionRecord): unknown =>
  typeof attributes === 'object' && attributes !== null ? member(attributes, 'conditional') : undefined;
