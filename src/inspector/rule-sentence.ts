/** A condition as an English sentence, for the person who maintains the form. */
import type { Explanation, PlainValue } from '../core/conditions/explain.ts';
import type { Operator } from '../core/conditions/operators.ts';
import type { QuestionType } from '../core/model/question.ts';

type ParentType = QuestionType | 'unknown';

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

/** `shown when “Years of experience” is more than 7`; a condition that cannot be read says why. */
export function ruleSentence(rule: Explanation, title: string, type: ParentType): string {
  if (rule.operator === null || rule.value === null) return `never shown: ${rule.problem?.detail ?? ''}`;
  if (isFile(type)) return `shown when “${title}” has ${wantsFile(rule) ? 'a file' : 'no file'}`;
  return `shown when “${title}” ${verbOf(rule.operator, type)} ${plainText(rule.value, type)}`;
}

/** How the parent's answer was read, and the result. */
export function readingSentence(rule: Explanation, type: ParentType): string {
  const result = rule.holds === true ? 'holds' : 'does not hold';
  return `${answerSentence(rule, type)} · ${result}`;
}

function answerSentence({ answer }: Explanation, type: ParentType): string {
  if (isFile(type)) return answer === null ? 'no file is attached' : 'a file is attached';
  return answer === null ? 'not answered' : `answer read: ${plainText(answer, type)}`;
}

/** Numbers and days as they are, texts in quotes, so that blanks at their ends are visible. */
function plainText(value: PlainValue, type: ParentType): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (type === 'number' || type === 'date') return String(value);
  return typeof value === 'string' ? `“${value}”` : value.map((item) => `“${item}”`).join(', ');
}

const isFile = (type: ParentType) => type === 'document' || type === 'multi_document';

const wantsFile = ({ operator, value }: Explanation) => (operator === 'equals') === (value === true);

function verbOf(operator: Operator, type: ParentType): string {
  const own = type === 'date' ? dateVerbs : type === 'multiple_choice' ? choiceVerbs : {};
  return own[operator] ?? verbs[operator];
}
