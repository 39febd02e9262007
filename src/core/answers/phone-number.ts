/** Phone numbers as people write them: one reading for the form's field, for its check, and for the proxy. */
import {
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { CountryCode } from '../model/details.ts';
import { plainDigits } from '../model/plain-digits.ts';

export interface ReadPhone {
  /** E.164, such as +442079460958. */
  readonly number: string;
  /** Country of the number; for satellite numbers, which belong to none, the chosen country. */
  readonly country: CountryCode | undefined;
  /** National format, or international if it was typed with a country code. */
  readonly text: string;
  /** The number to show back if something was left out or no list knows it; else `''`. */
  readonly understood: string;
}

interface Found {
  readonly phone: PhoneNumber;
  /** The part of the entry that the number was read from. */
  readonly part: string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The first number in a text. Labels, extensions and further numbers are left out, because E.164 has no room for them.
 *
 * @param countries in whose format it may be written; the first supported one counts. A number with + names its own country
 */
export function readPhone(text: string, countries: readonly (CountryCode | undefined)[]): ReadPhone | null {
  const supported = countries.flatMap((country) =>
    country !== undefined && isSupportedCountry(country) ? [country] : [],
  );
  const [chosen] = supported;
  const plain = plainDigits(text.normalize('NFKC'));
  const options = { extract: false, ...(chosen && { defaultCountry: chosen }) };
  const parse = (part: string) => parsePhoneNumberFromString(part, options);
  const found = findPhone(plain, parse, chosen === undefined);
  if (!found) return null;
  const { phone, part } = found;
  // Several countries may share a calling code; the main one is listed first.
  const possible = phone.getPossibleCountries();
  const shared = supported.find((country) => possible.includes(country)) ?? possible[0];
  const isKnown = phone.isValid();
  const isDomestic = chosen && phone.countryCallingCode === getCountryCallingCode(chosen);
  const isWhole =
    isKnown &&
    digitsOf(part) === digitsOf(plain) &&
    !/\p{L}/u.test(plain) &&
    part.includes('+') === plain.includes('+');
  const international = phone.formatInternational();
  return {
    number: phone.number,
    country: phone.country ?? shared ?? chosen,
    text: isKnown && isDomestic && !part.includes('+') ? phone.formatNational() : international,
    understood: isWhole ? '' : international,
  };
}

type Parse = (part: string) => PhoneNumber | undefined;

/** More parts than anyone types into one field. */
const MOST_PARTS = 20;

function findPhone(plain: string, parse: Parse, hasNoCountry: boolean): Found | undefined {
  const find = (parts: readonly string[]) => {
    const found = parts.flatMap((part): readonly Found[] => {
      const phone = parse(part.replace(/[^\d+]+/g, ' ').trim());
      return phone ? [{ phone, part }] : [];
    });
    return found.find(({ phone }) => phone.isValid()) ?? found.find(({ phone }) => hasPossibleLength(phone));
  };
  const runs = plain.split(/[\p{L}#:]+|(?=\+)/u, MOST_PARTS);
  // The 0 is dialled only within the country, except in Italy, where it is part of the number.
  const whole = find(runs.flatMap((run) => [run, run.replace(/\(\s*0\s*\)/, '')]));
  const found = whole ?? find(runs.flatMap((run) => run.split(/[(/,;|]|\s\p{Pd}\s/u, MOST_PARTS)));
  if (found) return found;
  // Without a + or a prefix, the digits may be a stranger's number in another country.
  const isAbroad = hasNoCountry || /\bwa\.me\b/i.test(plain);
  const dialled = runs.filter((run) => isAbroad || /^\D*(?:00|011)/.test(run));
  const abroad = find([...dialled.map((run) => run.replace(/^\D*(?:00|011)?/, '+')), spelled(plain)]);
  return abroad?.phone.isValid() ? abroad : undefined;
}

/** Does not check the range: new ranges come faster than the library is updated. */
const hasPossibleLength = (phone: PhoneNumber): boolean =>
  phone.isPossible() && !(phone.countryCallingCode === '1' ? /^[01]/ : /^0/).test(phone.nationalNumber);

const KEYS = '22233344455566677778889999';

/** Reads a North American number that contains a word, such as 1-800-FLOWERS; `''` if there is none. */
function spelled(plain: string): string {
  const characters = plain.toUpperCase().replace(/[^A-Z\d]/g, '');
  if (!/^1?[2-9]\d\d[A-Z\d]{7}$/.test(characters) || !/[A-Z]{4}/.test(characters)) return '';
  return `+1${characters.slice(-10).replace(/[A-Z]/g, (key) => `${KEYS[key.charCodeAt(0) - 65]}`)}`;
}
