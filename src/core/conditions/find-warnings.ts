import type { Comparison, ConditionParent, Finding } from './judgement.ts';
import type { ReadDate } from './read-date.ts';
import { quote } from './stored-value.ts';

/**
 * What is odd about a condition that can be evaluated all the same. Apart from `judge`: an applicant's browser has
 * no use for it.
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

/** Only as a whole: a text with outer white space may well be contained in a trimmed answer. */
function isUnreachable(operator: string, value: string): boolean {
  return (operator === 'equals' || operator === 'not_equals') && value !== value.trim();
}

function ambiguousDate({ text, day }: ReadDate): Finding {
  return { code: 'ambiguous_date', detail: `Only the date order makes ${quote(text)} ${day}.` };
}

function notAnOption(value: string): Finding {
  return { code: 'value_not_an_option', detail: `${quote(value)} is no option of the parent.` };
}

function unreachable(value: string): Finding {
  return {
    code: 'unreachable_value',
    detail: `${quote(value)} has outer white space: no answer can equal it.`,
  };
}
