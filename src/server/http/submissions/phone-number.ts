import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { furtherFault } from '../../../core/answers/further-details.ts';
import type { CountryCode } from '../../../core/model/details.ts';

export interface PhoneNumber {
  /** E.164, such as +442079460958. */
  readonly number: string;
  /** Whose number it is. */
  readonly country: CountryCode;
}

/**
 * null: no number of any country, such as +800, which the service could not take for want of one.
 *
 * @param countries in whose writing it may stand, the first that is a country counts. A number with + names its own.
 */
export function readPhone(text: string, countries: readonly (CountryCode | undefined)[]): PhoneNumber | null {
  if (furtherFault('phone', text) !== null) return null;
  const written = countries.flatMap((one) => (one !== undefined && isSupportedCountry(one) ? [one] : []));
  const [first] = written;
  const options = { extract: false, ...(first === undefined ? {} : { defaultCountry: first }) };
  const parsed = parsePhoneNumberFromString(text, options);
  if (parsed?.isValid() !== true) return null;
  // Several countries may share a calling code; the main one is listed first.
  const possible = parsed.getPossibleCountries();
  const country = parsed.country ?? written.find((one) => possible.includes(one)) ?? possible[0];
  return country === undefined ? null : { number: parsed.number, country };
}
