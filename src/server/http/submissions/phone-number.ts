import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { furtherFault } from '../../../core/answers/further-details.ts';
import type { CountryCode } from '../../../core/model/details.ts';

export interface PhoneNumber {
  /** E.164, such as +442079460958. */
  readonly number: string;
  /** Whose number it is; null for one of no country, such as +800. */
  readonly country: CountryCode | null;
}

/**
 * null: no number of any country.
 *
 * @param countries in whose writing it may stand, the first that is a country counts. A number with + names its own.
 */
export function readPhone(text: string, countries: readonly (CountryCode | undefined)[]): PhoneNumber | null {
  if (furtherFault('phone', text) !== null) return null;
  const written = countries.flatMap((one) => (one !== undefined && isSupportedCountry(one) ? [one] : []))[0];
  const options = { extract: false, ...(written === undefined ? {} : { defaultCountry: written }) };
  const parsed = parsePhoneNumberFromString(text, options);
  return parsed?.isValid() === true ? { number: parsed.number, country: parsed.country ?? null } : null;
}
