/** What is wrong with anything that an applicant says of themselves. Apart, because most of it is rarely asked. */
import { isIsoDay } from '../conditions/read-date.ts';
import { addressNames, type FieldName, type TextDetailName, type TextDetails } from '../model/details.ts';
import { givenFault, isLonger, LONGEST_DETAIL } from './details.ts';
import { isWebAddress } from './web-address.ts';

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
