/** The problems of the tree (`src/core/conditions/README.md#problems`), each with its remedy. */
import { type ConditionKind, kindOf } from '../conditions/operators.ts';
import { readDate } from '../conditions/read-date.ts';
import { member } from '../conditions/stored-value.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question, QuestionRecord } from '../model/question.ts';
import { findProblems } from '../tree/find-problems.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import type { Found, ReportedProblemCode } from './finding.ts';
import { dayInWords, listed, named, quoted, typesInWords, valueInWords } from './finding.ts';

export type Records = ReadonlyMap<QuestionId, QuestionRecord>;

/** The parts of the sentence about one problem. */
interface Fault {
  readonly tree: QuestionTree;
  readonly record: QuestionRecord;
  /** null if the question has none, or if the document does not contain it. */
  readonly parent: Question | null;
  /** Operator of the condition that counts, as stored. */
  readonly operator: unknown;
  readonly value: unknown;
  /** The question, its parent and so on, until the question is reached again. */
  readonly ring: readonly Question[];
}

type Words = Pick<Found, 'found' | 'fix'>;

/** Reports a ring once, at the question that comes first. */
export function conditionFindings(tree: QuestionTree, records: Records): readonly Found[] {
  const inReportedRings = new Set<QuestionId>();
  return findProblems(tree).flatMap(({ code, questionId }): readonly Found[] => {
    const record = records.get(questionId);
    // An unknown type is reported at the question that has it.
    if (record === undefined || code === 'unknown_parent_type' || inReportedRings.has(questionId)) return [];
    const ring = code === 'cycle' ? ringOf(record, records) : [];
    for (const { id } of ring) inReportedRings.add(id);
    const fault = { tree, record, ring, ...conditionOf(record, records) };
    const hidesBelow = tree.nodes.get(questionId)?.judgement?.readable === false || isUnmet(code, fault);
    return [{ code, question: record.question, hidesBelow, ...words[code](fault) }];
  });
}

/** True if the condition can never be met, because no answer equals its value. */
const isUnmet = (code: ReportedProblemCode, { operator }: Fault): boolean =>
  (code === 'value_not_an_option' || code === 'unreachable_value') && operator !== 'not_equals';

function conditionOf({ question }: QuestionRecord, records: Records) {
  const { conditional } = question;
  const condition = conditional.kind === 'child' ? conditional.condition : undefined;
  return {
    parent: parentIn(question, records),
    operator: memberOf(condition, 'operator'),
    value: memberOf(condition, 'value'),
  };
}

export const memberOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? member(json, name) : undefined;

/** null if the question has none, or if the document does not contain it. */
export function parentIn({ conditional }: Question, records: Records): Question | null {
  const parent = conditional.kind === 'child' ? conditional.parent : null;
  return parent === null ? null : (records.get(parent)?.question ?? null);
}

function ringOf({ question }: QuestionRecord, records: Records): readonly Question[] {
  const ring = new Map<QuestionId, Question>();
  for (
    let next: Question | null = question;
    next !== null && !ring.has(next.id);
    next = parentIn(next, records)
  )
    ring.set(next.id, next);
  return [...ring.values()];
}

const parentName = ({ parent }: Fault): string => (parent === null ? 'the question above' : named(parent));
const parentType = ({ parent }: Fault): string =>
  parent === null ? 'this question' : typesInWords[parent.type];
const kindOfParent = ({ parent }: Fault): ConditionKind | null =>
  parent === null ? null : (kindOf(parent.type) ?? null);

const operators: Readonly<Record<ConditionKind, string>> = {
  truth: '“equals” and “not_equals”, with true or false,',
  files: '“equals” and “not_equals”, with true (a file is there) or false,',
  text: '“equals”, “not_equals”, “contains” and “not_contains”',
  url: '“equals” and “not_equals”',
  choice: '“equals” (this option is chosen) and “not_equals”',
  number: '“equals”, “not_equals”, “greater_than” and “less_than”',
  date: '“equals”, “not_equals”, “greater_than” (after) and “less_than” (before)',
};

function operatorAdvice(fault: Fault): string {
  const kind = kindOfParent(fault);
  return `After ${parentType(fault)}, ${kind === null ? 'no comparison' : operators[kind]} can be used.`;
}

const values: Readonly<Record<ConditionKind, string>> = {
  truth: 'Write true for yes, or false for no.',
  files: 'Write true for “a file is attached”, or false for “no file”.',
  text: 'Write the text after which it is asked.',
  url: 'Write the whole web address, beginning with https://.',
  choice: 'Write the text of one option.',
  number: 'Write one number in digits, with a point before decimals: 3.5.',
  date: 'Write one day that exists, with the month in words: 1 September 2027.',
};

/** Describes what an unmet condition does to its question. */
const effectOf = ({ operator }: Fault): string =>
  operator === 'not_equals' ? 'so it is shown after every answer' : 'so it is never shown';

const OWN = 'make it a question of its own';

function ambiguousDate({ tree, value }: Fault): Words {
  const { dateOrder } = tree.semantics;
  const [readAs, alternative] = ([dateOrder, dateOrder === 'dmy' ? 'mdy' : 'dmy'] as const).map((order) =>
    dayInWords(readDate(String(value), order)?.day ?? ''),
  );
  return {
    found: `Its condition names the day ${valueInWords(value)}, which can be ${readAs} or ${alternative}. The form reads it as ${readAs}.`,
    fix: `Write the month in words: “${readAs}” or “${alternative}”.`,
  };
}

/** The most options that a finding names. */
const MOST_OPTIONS = 4;

function notAnOption(fault: Fault): Words {
  const { parent, value } = fault;
  const options = parent?.type === 'multiple_choice' ? parent.options : [];
  const shown = options.slice(0, MOST_OPTIONS).map(({ text }) => quoted(text));
  return {
    found: `Its condition names the option ${valueInWords(value)}, which ${parentName(fault)} does not have, ${effectOf(fault)}.`,
    fix: `Write one of its options exactly as it is written, such as ${listed(shown)}.`,
  };
}

function missingChild({ record, tree }: Fault): Words {
  const missing = [...new Set(record.relatedChildren.filter((id) => !tree.nodes.has(id)))];
  return {
    found: `The service names as its follow-up ${listed(missing.map(quoted))} and did not send it, so it is not asked.`,
    fix: 'Look whether it was deleted or belongs to another job. If it is there, the people who run the service can say why it is left out.',
  };
}

function orphan({ record: { question } }: Fault): Words {
  const id = question.conditional.kind === 'child' ? question.conditional.parent : null;
  return {
    found:
      id === null
        ? 'It is a follow-up, but nothing says of which question, so it is never shown.'
        : `It is to follow question ${quoted(id)}, which is not among the questions of this form, so it is never shown.`,
    fix: `Choose the question of this form that it follows, or ${OWN}, or delete it.`,
  };
}

const words: Readonly<Record<ReportedProblemCode, (fault: Fault) => Words>> = {
  missing_condition: (fault) => ({
    found: `Nothing says after which answer to ${parentName(fault)} it is shown, so it is never shown.`,
    fix: `Choose the answer after which it is asked, or ${OWN}.`,
  }),
  unknown_operator: (fault) => ({
    found: `Its condition compares by ${valueInWords(fault.operator)}, which is no comparison that the form knows, so it is never shown.`,
    fix: operatorAdvice(fault),
  }),
  operator_not_allowed: (fault) => ({
    found: `Its condition compares ${parentName(fault)}, ${parentType(fault)}, by ${valueInWords(fault.operator)}, which does not fit, so it is never shown.`,
    fix: operatorAdvice(fault),
  }),
  bad_value: (fault) => ({
    found: `Its condition compares ${parentName(fault)}, ${parentType(fault)}, with ${valueInWords(fault.value)}, which cannot be read as such, so it is never shown.`,
    fix: values[kindOfParent(fault) ?? 'text'],
  }),
  unsupported_parent_type: (fault) => ({
    found: `It follows ${parentName(fault)}, which asks for a period (from and to). No condition can read a period, so it is never shown.`,
    fix: `Ask for the first or the last day as a date of its own and let this question follow that, or ${OWN}.`,
  }),
  orphan,
  self_parent: () => ({
    found: 'It is to follow itself, so it is never shown.',
    fix: `Choose the question that it follows, or ${OWN}.`,
  }),
  cycle: ({ ring }) => ({
    found: `It follows ${listed(ring.slice(1).map(named))}, and so itself again: a ring, so none of them is ever shown.`,
    fix: 'Make one of them a question of its own, without a condition: the one that is to be asked first.',
  }),
  bad_conditional: ({ record }) => ({
    found: `What says when it is shown cannot be read (${valueInWords(memberOf(record.attributes, 'conditional'))}), so it is never shown.`,
    fix: `Delete its condition and enter it again, or ${OWN}.`,
  }),
  included_without_conditional: () => ({
    found: 'The service sends it as a follow-up, but nothing says of which question, so it is never shown.',
    fix: `Choose the question and the answer that it follows, or ${OWN}.`,
  }),
  duplicate_id: () => ({
    found: 'The service has it twice, with different content. The first is asked, the second never.',
    fix: 'Delete one of the two, or make the second a new question.',
  }),
  missing_child: missingChild,
  ambiguous_date: ambiguousDate,
  value_not_an_option: notAnOption,
  unreachable_value: (fault) => ({
    found: `Its condition compares ${parentName(fault)} with a text that has a blank before or after it, and answers have none, ${effectOf(fault)}.`,
    fix: `Write the text without the blank: ${valueInWords(String(fault.value).trim())}.`,
  }),
};
