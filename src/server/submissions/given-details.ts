/** What an applicant says of themselves in words: in one writing, and what is wrong with it. Pure. */

import {
  furtherFault,
  lineWithout,
  requiredLines,
  type TextFault,
  UNITED_STATES,
} from '../../core/answers/answers.ts';
import { readPhone } from '../../core/answers/phone-number.ts';
import {
  addressNames,
  countryCodes,
  type Details,
  type GivenDetails,
  type TextDetailName,
  textDetailNames,
  unitedStates,
} from '../../core/model/details.ts';
import type { Asked } from '../forms/asked-details.ts';
import { LONGEST_LINE } from '../forms/limits.ts';

/** Without the line of an address that its country does not have, which stays in the form; a country alone is no address. */
function writtenNames(given: GivenDetails): readonly TextDetailName[] {
  const left = lineWithout(given);
  const names = textDetailNames.filter((name) => name !== left && (given[name] ?? '') !== '');
  const hasLine = addressNames.some((name) => name !== 'country' && names.includes(name));
  return hasLine ? names : names.filter((name) => name !== 'country');
}

const phoneIn = ({ phone = '', phone_iso2, country }: GivenDetails) =>
  readPhone(phone, [phone_iso2, country]);

/**
 * The same for every writing of the same content, since fingerprints are taken of it. What cannot be read stays as it
 * is: it is refused later.
 */
export function normaliseDetails(given: GivenDetails): Details {
  const texts = Object.fromEntries(writtenNames(given).map((name) => [name, given[name]]));
  const phone = phoneIn(given);
  if (phone === null) return texts;
  return { ...texts, phone: phone.number, ...(phone.country && { phone_iso2: phone.country }) };
}

function requiredNames(details: Details, asked: readonly Asked[]): ReadonlySet<TextDetailName> {
  const linesOf = ({ name, required }: Asked): readonly TextDetailName[] => {
    if (name === 'address') return requiredLines(details, required);
    if (name === 'address2') return details.country === UNITED_STATES ? [] : ['address2'];
    return required ? textDetailNames.filter((one) => one === name) : [];
  };
  return new Set(asked.flatMap(linesOf));
}

/**
 * @param details normalised
 * @param now milliseconds since 1970
 */
export function findTextFaults(
  details: Details,
  asked: readonly Asked[],
  now: number,
): readonly { readonly name: TextDetailName; readonly fault: TextFault }[] {
  const required = requiredNames(details, asked);
  return textDetailNames.flatMap((name) => {
    const text = details[name] ?? '';
    if (text === '') return required.has(name) ? [{ name, fault: 'required' as const }] : [];
    const fault = findTextFault(name, text, now);
    return fault === null ? [] : [{ name, fault }];
  });
}

function findTextFault(name: TextDetailName, text: string, now: number): TextFault | null {
  if (name !== 'summary' && text.length > LONGEST_LINE) return 'too_long';
  const fault = furtherFault(name, text);
  if (fault !== null) return fault;
  switch (name) {
    case 'phone':
      return readPhone(text, []) === null ? 'invalid_phone' : null;
    case 'date_of_birth':
      return findBirthFault(text, now);
    case 'country':
      return countryCodes.has(text) ? null : 'not_an_option';
    case 'state_province':
      return unitedStates.includes(text) ? null : 'not_an_option';
    default:
      return null;
  }
}

/** Milliseconds: somewhere it is already the day that it will be here in 14 hours. */
const FIRST_TIME_ZONE = 50_400_000;

function findBirthFault(day: string, now: number): TextFault | null {
  return day > new Date(now + FIRST_TIME_ZONE).toISOString().slice(0, 10) ? 'in_future' : null;
}
