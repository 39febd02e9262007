/** What is wrong with the details that every visitor gives: one rule for the form and for the proxy. */

/** In characters: the limit of the service's text columns, as far as its published documents say. */
export const LONGEST_DETAIL = 255;

/** Something, one @, and a host with a dot. Only a message can show that an address is read, so no more is checked. */
const emailAddress = /^(?:[^\s@<>()[\]\\,;:"]+|"[^"\n\r]+")@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

export const isEmailAddress = (text: string): boolean => emailAddress.test(text);

/** As people count them: some scripts take two units for a letter. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && [...text].length > most;

/** @param text trimmed, not empty */
export function givenFault(name: string, text: string): 'too_long' | 'invalid_email' | null {
  if (isLonger(text, LONGEST_DETAIL)) return 'too_long';
  return name === 'email' && !isEmailAddress(text) ? 'invalid_email' : null;
}
