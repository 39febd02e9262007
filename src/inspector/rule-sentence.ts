/** A condition in English words, for the person who maintains the form. */
import type { Explanation, PlainValue } from '../core/conditions/explain.ts';
import type { Operator } from '../core/conditions/operators.ts';
import type { QuestionType } from '../core/model/question.ts';

export type ParentType = QuestionType | 'unknown';

const verbs: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  greater_than: 'is more than',
  less_than: 'is less than',
};

const dateVerbs: Partial<Record<Operator, string>> = { greater_than: 'is after', less_than: 'is before' };
const choiceVerbs: Partial<Record<Operator, string>> = { equals: 'includes', not_equals: 'does not include' };

/**
 * As `if the answer is more than 7`, for a line whose upper end is the question that is asked.
 *
 * @param title given where the line does not show which question that is
 */
export function conditionSentence(rule: Explanation, type: ParentType, title?: string): string {
  const subject = title === undefined ? 'the answer' : `“${title}”`;
  if (!isFile(type)) return `if ${subject} ${comparison(rule, type)}`;
  const file = wantsFile(rule) ? 'a file' : 'no file';
  return title === undefined ? `if ${file} is attached` : `if ${subject} has ${file}`;
}

/** As `shown when “Years of experience” is more than 7`; a condition that cannot be read says why. */
export function ruleSentence(rule: Explanation, title: string, type: ParentType): string {
  if (rule.operator === null) return `never shown: ${rule.problem?.detail ?? ''}`;
  if (isFile(type)) return `shown when “${title}” has ${wantsFile(rule) ? 'a file' : 'no file'}`;
  return `shown when “${title}” ${comparison(rule, type)}`;
}

/** As `is more than 7`. */
function comparison({ operator, value }: Explanation, type: ParentType): string {
  if (operator === null || value === null) return 'can never hold';
  const own = type === 'date' ? dateVerbs : type === 'multiple_choice' ? choiceVerbs : {};
  return `${own[operator] ?? verbs[operator]} ${plainText(value, type)}`;
}

/** What it takes, to stand after “this one is for”: `more than 7`. */
export function wanted(rule: Explanation, type: ParentType): string {
  const { operator, value } = rule;
  if (operator === null || value === null) return 'no answer at all';
  if (isFile(type)) return wantsFile(rule) ? 'a file' : 'no file';
  const text = plainText(value, type);
  const isDate = type === 'date';
  const words: Readonly<Record<Operator, string>> = {
    equals: text,
    not_equals: `anything but ${text}`,
    contains: `texts with ${text}`,
    not_contains: `texts without ${text}`,
    greater_than: isDate ? `days after ${text}` : `more than ${text}`,
    less_than: isDate ? `days before ${text}` : `less than ${text}`,
  };
  return words[operator];
}

/** The parent's answer as the condition read it, to stand after its title: `is 8`. */
export function answered({ answer }: Explanation, type: ParentType): string {
  if (isFile(type)) return answer === null ? 'has no file' : 'has a file';
  return answer === null ? 'is not answered yet' : `is ${plainText(answer, type)}`;
}

/** How the parent's answer was read, and the result. */
export function readingSentence(rule: Explanation, type: ParentType): string {
  const result = rule.holds === true ? 'holds' : 'does not hold';
  if (isFile(type))
    return `${rule.answer === null ? 'no file is attached' : 'a file is attached'} · ${result}`;
  return rule.answer === null
    ? `not answered · ${result}`
    : `answer read: ${plainText(rule.answer, type)} · ${result}`;
}

/** Numbers and days as they are, the rest in quotes, so that blanks at their ends are visible. */
function plainText(value: PlainValue, type: ParentType): string {
  if (typeof value === 'boolean') return value ? '“Yes”' : '“No”';
  if (type === 'number' || type === 'date') return String(value);
  return typeof value === 'string' ? `“${value}”` : value.map((item) => `“${item}”`).join(', ');
}

const isFile = (type: ParentType) => type === 'document' || type === 'multi_document';

const wantsFile = ({ operator, value }: Explanation) => (operator === 'equals') === (value === true);
