import { isIsoDay } from '../conditions/read-date.ts';
import type { Answer } from '../model/answer.ts';
import type { Invalidity } from '../model/invalidity.ts';
import type { ChoiceQuestion, Question } from '../model/question.ts';
import { answerKinds } from './answer-kind.ts';
import { givenFault } from './details.ts';
import { normaliseAnswer } from './normalise.ts';
import { isWebAddress } from './web-address.ts';

/**
 * Why the answer to a visible question cannot be sent; null when it can.
 * An unknown type, or a choice without options, cannot be answered, so it never blocks sending.
 *
 * @param isRequired as other answers decide it
 */
export function validate(
  question: Question,
  given: Answer | null,
  isRequired = question.required,
): Invalidity | null {
  if (question.type === 'unknown') return null;
  if (question.type === 'multiple_choice' && question.options.length === 0) return null;
  // An unreadable entry is not empty, so it must never count as unanswered.
  const answer = normaliseAnswer(question, given);
  if (answer === null) return isRequired ? { code: 'required' } : null;
  return checkKind(question, answer, given) ?? question.fault?.(answer) ?? null;
}

type Answerable = Exclude<Question, { type: 'unknown' }>;

function checkKind(question: Answerable, answer: Answer, given: Answer | null): Invalidity | null {
  if (question.basic && answer.kind === 'text') {
    const code = givenFault(question.basic, answer.text);
    return code && { code };
  }
  switch (question.type) {
    case 'number':
      return given?.kind === 'number' ? checkNumber(given.text) : { code: 'unreadable_number' };
    case 'date':
      return answer.kind === 'date' && isIsoDay(answer.day) ? null : { code: 'unreadable_date' };
    case 'date_range':
      return answer.kind === 'date_range' ? checkRange(answer.from, answer.to) : { code: 'unreadable_date' };
    case 'url':
      return answer.kind === 'url' && isWebAddress(answer.text) ? null : { code: 'invalid_url' };
    case 'multiple_choice':
      return answer.kind === 'choice'
        ? checkChoice(question, new Set(answer.options))
        : { code: 'not_an_option' };
    default:
      return answer.kind === answerKinds[question.type] ? null : { code: 'required' };
  }
}

/** In digits: what the service's decimal column can be trusted to store. A longer number is a typing mistake. */
const mostDigits = 40;

function checkNumber(text: string): Invalidity | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return { code: 'unreadable_number' };
  return text.replaceAll(/\D/g, '').length > mostDigits ? { code: 'number_too_long' } : null;
}

function checkRange(from: string, to: string): Invalidity | null {
  if ((from !== '' && !isIsoDay(from)) || (to !== '' && !isIsoDay(to))) return { code: 'unreadable_date' };
  if (from === '' || to === '') return { code: 'range_incomplete', missing: from === '' ? 'from' : 'to' };
  return from > to ? { code: 'range_reversed' } : null;
}

function checkChoice(question: ChoiceQuestion, chosen: ReadonlySet<string>): Invalidity | null {
  const { options, minimum, maximum } = question;
  const known = new Set(options.map(({ text }) => text));
  if ([...chosen].some((text) => !known.has(text))) return { code: 'not_an_option' };
  if (chosen.size < minimum) return { code: 'too_few_options', minimum };
  return maximum !== null && chosen.size > maximum ? { code: 'too_many_options', maximum } : null;
}
