import { isIsoDay } from '../conditions/read-date.ts';
import { addressNames, type FieldName, type TextDetailName, type TextDetails } from '../model/details.ts';
import type { Answer, ChoiceQuestion, Invalidity, Question } from '../model/question.ts';
import { answerKinds, isWebAddress, normaliseAnswer } from './answers.ts';

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

/** What is wrong with the details that every visitor gives: one rule for the form and for the proxy. */

/** In characters: the limit of the service's text columns, as far as its published documents say. */
export const LONGEST_DETAIL = 255;

/** Something, one @, and a host with a dot. Only a message can show that an address is read, so no more is checked. */
const emailAddress = /^(?:[^\s@<>()[\]\\,;:"]+|"[^"\n\r]+")@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

export const isEmailAddress = (text: string): boolean => emailAddress.test(text);

/** As people count them: some scripts take two units for a letter. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

/** @param text trimmed, not empty */
export function givenFault(name: string, text: string): 'too_long' | 'invalid_email' | null {
  if (isLonger(text, LONGEST_DETAIL)) return 'too_long';
  return name === 'email' && !isEmailAddress(text) ? 'invalid_email' : null;
}

/*
 * What is wrong with anything that an applicant says of themselves. Apart, because most of it is rarely asked.
 */

/** In characters: a summary may have some six pages, and an address that was copied has what it tracks behind it. */
export const longest: Readonly<Partial<Record<FieldName, number>>> = { summary: 20_000, linkedin_url: 1_000 };

export const isTooLong = (name: FieldName, text: string): boolean =>
  isLonger(text, longest[name] ?? LONGEST_DETAIL);

/** `in_future`, and an `invalid_phone` that looks like a number, are found by those who know the day, or all numbers. */
export type TextFault =
  | 'required'
  | 'too_long'
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_linkedin'
  | 'invalid_url'
  | 'unreadable_date'
  | 'in_future'
  | 'not_an_option';

/** @param address a web address */
export const isLinkedin = (address: string): boolean =>
  /^https?:\/\/([\w-]+\.)*(linkedin\.c(om|n)|lnkd\.in)([/?#:]|$)/i.test(address);

/** A birth on this day or before it is a mistyped digit. */
export const NO_BIRTH = '1899-12-31';

/** The country in which an address has a state, and no second line, by the service's document. */
export const UNITED_STATES = 'US';

/** @param text trimmed, not empty */
export function furtherFault(name: TextDetailName, text: string): Exclude<TextFault, 'required'> | null {
  if (isTooLong(name, text)) return 'too_long';
  switch (name) {
    case 'summary':
      return null;
    case 'linkedin_url':
      if (!isWebAddress(text)) return 'invalid_url';
      return isLinkedin(text) ? null : 'invalid_linkedin';
    case 'date_of_birth':
      return isIsoDay(text) && text > NO_BIRTH ? null : 'unreadable_date';
    case 'country':
      return /^[A-Z]{2}$/.test(text) ? null : 'not_an_option';
    default:
      return givenFault(name, text);
  }
}

/** Which line of an address a country does not have; what was typed there is kept, and never sent. */
export const lineWithout = ({ country }: Pick<TextDetails, 'country'>): 'address2' | 'state_province' =>
  country === UNITED_STATES ? 'address2' : 'state_province';

type AddressName = (typeof addressNames)[number];

/** A country may be chosen beforehand, so alone it begins no address. */
const isBegun = (given: TextDetails): boolean =>
  addressNames.some((name) => name !== 'country' && (given[name] ?? '') !== '');

/**
 * Where each place has a town and a postcode. Elsewhere nobody knows better than who lives there: some have no postcode
 * (Hong Kong, the Emirates), some no town (Singapore, Monaco).
 */
const withEveryLine =
  /^(A[TU]|B[EGR]|C[AHZ]|D[EK]|E[ES]|F[IR]|G[BR]|H[RU]|I[NT]|JP|KR|L[TUV]|MX|N[LOZ]|P[LT]|RO|S[EIK]|US)$/;

/**
 * Which lines have to be given. Half an address cannot be used: once one of its lines is, those that every address has
 * are missed.
 *
 * @param given without the line that its country does not have
 * @param isAsked the address has to be given
 */
export function requiredLines(given: TextDetails, isAsked: boolean): readonly AddressName[] {
  if (!isAsked && !isBegun(given)) return [];
  if (given.country && !withEveryLine.test(given.country)) return ['country', 'address1'];
  const lines = ['country', 'address1', 'town', 'postcode'] as const;
  return given.country === UNITED_STATES ? [...lines, 'state_province'] : lines;
}
