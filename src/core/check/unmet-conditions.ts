/** Conditions that can be read, and that no answer meets with which a form can be sent. */
import { normaliseAnswer } from '../answers/normalise.ts';
import { validate } from '../answers/validate.ts';
import { withScheme } from '../answers/web-address.ts';
import { evaluate } from '../conditions/evaluate.ts';
import type { Comparison, Rule } from '../conditions/judgement.ts';
import type { Decimal } from '../conditions/read-number.ts';
import type { Answer } from '../model/answer.ts';
import { isAnswerable, type Question } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import type { Found } from './finding.ts';
import type { OptionsIndex } from './options-index.ts';
import { conditionInWords, named, quoted } from './words.ts';

/** null: some answer meets it, or another finding says why none does. */
export function unmetFinding(
  { nodes }: QuestionTree,
  { question, parent, judgement }: QuestionNode,
  options: OptionsIndex,
): Found | null {
  const above = parent === null ? undefined : nodes.get(parent)?.question;
  if (above === undefined || judgement?.readable !== true || !isAnswerable(above)) return null;
  const { comparison } = judgement.rule;
  if (comparison.kind === 'files') return goneBeforeSending(question, above, comparison);
  if (isToldOtherwise(above, comparison, options)) return null;
  if (isMet(above, judgement.rule, options)) return alwaysShown(question, above, comparison);
  const [reason, fix] = whyUnmet(above, comparison);
  const condition = conditionInWords(above, comparison);
  return {
    code: 'never_shown',
    question,
    found: `It is shown when ${condition}, but ${reason}, so it is never shown.`,
    fix,
  };
}

/** “Is not” of what no answer is. An empty text is left to mean that something is answered. */
function alwaysShown(question: Question, above: Question, comparison: Comparison): Found | null {
  const excluded = excludedBy(comparison);
  if (excluded === null || likelyAnswers(above, excluded).some((given) => isMetBy(above, excluded, given)))
    return null;
  const [reason, fix] = whyUnmet(above, excluded);
  return {
    code: 'unreachable_value',
    question,
    found: `It is shown when ${conditionInWords(above, comparison)}, but ${reason}, so it is shown after every answer.`,
    fix,
  };
}

/** null: the condition excludes nothing, or what it excludes is told otherwise. */
function excludedBy(comparison: Comparison): Comparison | null {
  const { kind } = comparison;
  if (kind === 'number')
    return comparison.operator === 'not_equals' ? { ...comparison, operator: 'equals' } : null;
  if ((kind !== 'text' && kind !== 'url') || comparison.value.trim() === '') return null;
  if (kind === 'text' && comparison.operator === 'not_contains')
    return { ...comparison, operator: 'contains' };
  const isOutside = comparison.value !== comparison.value.trim();
  return comparison.operator === 'not_equals' && !isOutside ? { ...comparison, operator: 'equals' } : null;
}

/** “No file” below a required file holds only as long as the form cannot be sent. */
function goneBeforeSending(
  question: Question,
  above: Question,
  comparison: Extract<Comparison, { kind: 'files' }>,
): Found | null {
  const wantsFile = (comparison.operator === 'equals') === comparison.value;
  if (wantsFile || !above.required) return null;
  return {
    code: 'gone_before_sending',
    question,
    found: `It is shown while ${named(above)} has no file. That file is required, so this question is gone before the form can be sent, and its answer never arrives.`,
    fix: `Make ${named(above)} optional, or make this a question of its own.`,
  };
}

/** `value_not_an_option` and `unreachable_value` say it. */
function isToldOtherwise(above: Question, comparison: Comparison, options: OptionsIndex): boolean {
  if (comparison.operator !== 'equals') return false;
  switch (comparison.kind) {
    case 'choice':
      return !options.has(above, comparison.value);
    case 'text':
    case 'url':
      return comparison.value !== comparison.value.trim();
    default:
      return false;
  }
}

function isMet(above: Question, rule: Rule, options: OptionsIndex): boolean {
  if (rule.holdsUnanswered && !above.required) return true;
  if (rule.comparison.kind === 'choice') return isMetByChoice(above, rule.comparison, options);
  return likelyAnswers(above, rule.comparison).some((given) => isMetBy(above, rule.comparison, given));
}

function isMetBy(above: Question, comparison: Comparison, given: Answer): boolean {
  const answer = normaliseAnswer(above, given);
  if (answer === null || validate(above, given) !== null) return false;
  return evaluate({ readable: true, rule: { comparison, holdsUnanswered: false } }, answer) === true;
}

/** If none of these meets it, none does. */
function likelyAnswers(above: Question, comparison: Comparison): readonly Answer[] {
  switch (comparison.kind) {
    case 'truth':
      return [true, false].map((value) => ({ kind: 'boolean', value }));
    case 'text':
      return likelyTexts(above, comparison).map((text) => ({ kind: 'text', text }));
    case 'url':
      return [comparison.value, 'https://a.example', 'https://b.example'].map((text) => ({
        kind: 'url',
        text,
      }));
    case 'number':
      return [plainDecimal(comparison.value), MOST, `-${MOST}`, '0', '1'].flatMap((text) =>
        text === null ? [] : [{ kind: 'number', text }],
      );
    case 'date':
      return [comparison.value.day, LAST_DAY, FIRST_DAY].map((day) => ({ kind: 'date', day }));
    case 'choice':
    case 'files':
      return [];
  }
}

/** As long as a number may be (`core/answers/validate.ts`). */
const MOST = '9'.repeat(40);
const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31'];

/** One line cannot hold a line end. */
function likelyTexts(
  { type }: Question,
  { value }: Extract<Comparison, { kind: 'text' }>,
): readonly string[] {
  const texts = [value, `a${value}a`, 'a', 'b'];
  return type === 'short_text' ? texts.filter((text) => !/[\n\r]/.test(text)) : texts;
}

/** With the option, or with as many others as have to be chosen. */
function isMetByChoice(
  above: Question,
  { operator, value }: Extract<Comparison, { kind: 'choice' }>,
  options: OptionsIndex,
): boolean {
  if (above.type !== 'multiple_choice' || operator === 'equals') return options.has(above, value);
  return above.options.length - Number(options.has(above, value)) >= Math.max(1, above.minimum);
}

const LONGEST_EXPONENT = BigInt(60);

/** Written out as an applicant would; null where that is too long. */
function plainDecimal({ sign, digits, magnitude }: Decimal): string | null {
  if (sign === 0) return '0';
  if (magnitude > LONGEST_EXPONENT || magnitude < -LONGEST_EXPONENT) return null;
  const point = Number(magnitude) + 1;
  const padded = point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length + 1 - point, '0');
  const at = Math.max(1, point);
  const fraction = padded.slice(at);
  return `${sign < 0 ? '-' : ''}${padded.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
}

type Why = readonly [reason: string, fix: string];

function whyUnmet(above: Question, comparison: Comparison): Why {
  const name = named(above);
  switch (comparison.kind) {
    case 'text':
      return whyNoText(name, comparison);
    case 'url': {
      const whole = withScheme(comparison.value);
      const fix =
        whole === comparison.value
          ? 'Write a whole web address, beginning with https://.'
          : `Write ${quoted(whole)}.`;
      return ['an answer is always a whole web address, and that is none', fix];
    }
    case 'choice':
      return [
        `one cannot answer ${name} without choosing that option`,
        `Add another option to ${name}, or make this a question of its own.`,
      ];
    case 'number':
      return ['no number that long can be entered', 'Write a number of 40 digits at the most.'];
    case 'date':
      return ['there is no such day to enter', 'Write a day that an applicant can enter.'];
    case 'truth':
    case 'files':
      return ['no answer is that', 'Choose another condition.'];
  }
}

function whyNoText(name: string, { operator, value }: Extract<Comparison, { kind: 'text' }>): Why {
  const unless = `A follow-up cannot ask why something was left empty: make this a question of its own, or make ${name} required.`;
  if (value === '' && operator === 'not_contains')
    return ['every text contains an empty text', 'Write the text that is not to occur.'];
  if (value.trim() === '') return ['a question that is left empty has no answer to compare', unless];
  return [
    'no answer has the line ends or control characters that the value has',
    `Write the text in one line, without copying it from elsewhere: ${quoted(value.replace(/[^\P{Cc}]/gu, ' ').trim())}.`,
  ];
}
