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
  readonly way: string;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The first number in a text. Labels, extensions and further numbers are left out, because E.164 has no room for them.
 *
 * @param countries whose format it may have; the first known one counts. A number with + names its own country.
 */
export function readPhone(text: string, countries: readonly (CountryCode | undefined)[]): ReadPhone | null {
  const written = countries.flatMap((one) => (one !== undefined && isSupportedCountry(one) ? [one] : []));
  const [chosen] = written;
  const plain = plainDigits(text.normalize('NFKC'));
  const options = { extract: false, ...(chosen && { defaultCountry: chosen }) };
  const parse = (way: string) => parsePhoneNumberFromString(way, options);
  const found = findPhone(plain, parse, chosen === undefined);
  if (!found) return null;
  const { phone, way } = found;
  // Several countries may share a calling code; the main one is listed first.
  const possible = phone.getPossibleCountries();
  const shared = written.find((one) => possible.includes(one)) ?? possible[0];
  const isKnown = phone.isValid();
  const isWritten = chosen && phone.countryCallingCode === getCountryCallingCode(chosen);
  const isWhole =
    isKnown &&
    digitsOf(way) === digitsOf(plain) &&
    !/\p{L}/u.test(plain) &&
    way.includes('+') === plain.includes('+');
  const international = phone.formatInternational();
  return {
    number: phone.number,
    country: phone.country ?? shared ?? chosen,
    text: isKnown && isWritten && !way.includes('+') ? phone.formatNational() : international,
    understood: isWhole ? '' : international,
  };
}

type Parse = (way: string) => PhoneNumber | undefined;

/** Characters, more than anyone types into one field. */
const MOST_RUNS = 20;

function findPhone(plain: string, parse: Parse, isOfNone: boolean): Found | undefined {
  const find = (ways: readonly string[]) => {
    const found = ways.flatMap((way): readonly Found[] => {
      const phone = parse(way.replace(/[^\d+]+/g, ' ').trim());
      return phone ? [{ phone, way }] : [];
    });
    return found.find(({ phone }) => phone.isValid()) ?? found.find(({ phone }) => isInPlan(phone));
  };
  const runs = plain.split(/[\p{L}#:]+|(?=\+)/u, MOST_RUNS);
  // The 0 is dialled inside the country alone, save in Italy, where it is part of the number.
  const found = find(runs.flatMap((run) => [run, run.replace(/\(\s*0\s*\)/, '')]));
  const part = found ?? find(runs.flatMap((run) => run.split(/[(/,;|]|\s\p{Pd}\s/u, MOST_RUNS)));
  if (part) return part;
  // Without its + a number of one country may be that of a stranger in another.
  const isAbroad = isOfNone || /\bwa\.me\b/i.test(plain);
  const called = runs.filter((run) => isAbroad || /^\D*(?:00|011)/.test(run));
  const abroad = find([...called.map((run) => run.replace(/^\D*(?:00|011)?/, '+')), spelled(plain)]);
  return abroad?.phone.isValid() ? abroad : undefined;
}

/** Checks the length only: new number ranges come faster than the library is updated. */
const isInPlan = (phone: PhoneNumber): boolean =>
  phone.isPossible() && !(phone.countryCallingCode === '1' ? /^[01]/ : /^0/).test(phone.nationalNumber);

const KEYS = '22233344455566677778889999';

/** The digits of a North American word, as in 1-800-FLOWERS; `''`: there is none. */
function spelled(plain: string): string {
  const signs = plain.toUpperCase().replace(/[^A-Z\d]/g, '');
  if (!/^1?[2-9]\d\d[A-Z\d]{7}$/.test(signs) || !/[A-Z]{4}/.test(signs)) return '';
  return `+1${signs.slice(-10).replace(/[A-Z]/g, (key) => `${KEYS[key.charCodeAt(0) - 65]}`)}`;
}
