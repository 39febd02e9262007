/** A condition in English words, for the person who maintains the form. */
import type { Explanation, PlainValue } from '../core/conditions/explain.ts';
import type { Operator } from '../core/conditions/operators.ts';
import { type Question, takesFiles } from '../core/model/question.ts';

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
export function conditionSentence(rule: Explanation, parent: Question, title?: string): string {
  const subject = title === undefined ? 'the answer' : `“${title}”`;
  if (!takesFiles(parent)) return `if ${subject} ${comparison(rule, parent)}`;
  const file = wantsFile(rule) ? 'a file' : 'no file';
  return title === undefined ? `if ${file} is attached` : `if ${subject} has ${file}`;
}

/** As `is more than 7`. */
function comparison({ operator, value }: Explanation, parent: Question): string {
  if (operator === null || value === null) return 'can never hold';
  return `${ownVerbs(parent)[operator] ?? verbs[operator]} ${plainText(value, parent)}`;
}

/** A single choice is read as any other answer is. */
function ownVerbs(parent: Question): Partial<Record<Operator, string>> {
  if (parent.type === 'date') return dateVerbs;
  return parent.type === 'multiple_choice' && parent.maximum !== 1 ? choiceVerbs : {};
}

/** What it takes, to stand after “this one is for”: `more than 7`. */
export function wanted(rule: Explanation, parent: Question): string {
  const { operator, value } = rule;
  if (operator === null || value === null) return 'no answer at all';
  if (takesFiles(parent)) return wantsFile(rule) ? 'a file' : 'no file';
  const text = plainText(value, parent);
  const isDate = parent.type === 'date';
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
export function answered({ answer }: Explanation, parent: Question): string {
  if (takesFiles(parent)) return answer === null ? 'has no file' : 'has a file';
  return answer === null ? 'is not answered yet' : `is ${plainText(answer, parent)}`;
}

/** Numbers and days as they are, the rest in quotes, so that blanks at their ends are visible. */
function plainText(value: PlainValue, parent: Question): string {
  if (typeof value === 'boolean') return value ? '“Yes”' : '“No”';
  if (parent.type === 'number' || parent.type === 'date') return String(value);
  return typeof value === 'string' ? `“${value}”` : value.map((item) => `“${item}”`).join(', ');
}

const wantsFile = ({ operator, value }: Explanation) => (operator === 'equals') === (value === true);
