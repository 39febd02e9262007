import type { Comparison, ConditionParent, Finding } from './judgement.ts';
import type { ReadDate } from './read-date.ts';
import { quote } from './stored-value.ts';

/**
 * Warnings about a condition that can still be evaluated. Separate from `judge`, because an applicant's browser
 * does not need them.
 */
export function findWarnings(
  comparison: Comparison,
  { options }: Pick<ConditionParent, 'options'>,
): readonly Finding[] {
  switch (comparison.kind) {
    case 'date':
      return comparison.value.ambiguous ? [ambiguousDate(comparison.value)] : [];
    case 'choice':
      return isForeign(comparison.value, options) ? [notAnOption(comparison.value)] : [];
    case 'text':
    case 'url':
      return isUnreachable(comparison.operator, comparison.value) ? [unreachable(comparison.value)] : [];
    default:
      return [];
  }
}

function isForeign(value: string, options: readonly string[] | null): boolean {
  return options !== null && options.length > 0 && !options.includes(value);
}

/** Only for whole texts: a text that begins or ends with white space can still occur inside a trimmed answer. */
function isUnreachable(operator: string, value: string): boolean {
  return (operator === 'equals' || operator === 'not_equals') && value !== value.trim();
}

function ambiguousDate({ text, day }: ReadDate): Finding {
  return {
    code: 'ambiguous_date',
    detail: `${quote(text)} could be two dates; the date order makes it ${day}.`,
  };
}

function notAnOption(value: string): Finding {
  return { code: 'value_not_an_option', detail: `${quote(value)} is not an option of the parent.` };
}

function unreachable(value: string): Finding {
  return {
    code: 'unreachable_value',
    detail: `${quote(value)} begins or ends with white space, so no answer can equal it.`,
  };
}
