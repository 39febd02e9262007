/** What is wrong with the details of a visitor without an application: one rule for the form and for the proxy. */
import { type DetailName, type Details, detailNames } from '../model/details.ts';

/** In characters: the limit of the service's text columns, as far as its published documents say. */
export const LONGEST_DETAIL = 255;

export type DetailFault = 'required' | 'too_long' | 'invalid_email';

/** Something, one @, and a host with a dot. Only a message can show that an address is read, so no more is checked. */
const emailAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

export const isEmailAddress = (text: string): boolean => emailAddress.test(text);

/** @param text trimmed */
export const detailFault = (name: DetailName, text: string): DetailFault | null =>
  text === '' ? 'required' : givenFault(name, text);

/** @param text trimmed, not empty */
export function givenFault(name: DetailName, text: string): Exclude<DetailFault, 'required'> | null {
  if (text.length > LONGEST_DETAIL) return 'too_long';
  return name === 'email' && !isEmailAddress(text) ? 'invalid_email' : null;
}

/** In the order of the fields. */
export const findDetailFaults = (details: Details): readonly DetailName[] =>
  detailNames.filter((name) => detailFault(name, details[name]) !== null);
