/** Numbers as applicants type and paste them. The digits never pass through binary floats. */
import { plainDigits } from '../core/model/plain-digits.ts';

export interface NumberReading {
  /** Plain decimal text, with every digit that was typed. */
  readonly decimal: string;
  /**
   * What is to be said back: `marks`, that it is not written as the form's language writes it, or that a currency was
   * left out; `decimals`, that it could also be thousands in another language.
   */
  readonly doubt: 'none' | 'marks' | 'decimals';
}

/** null when it is not a number. A unit that would change it, such as "70k" or "50 %", is never left out. */
export function readNumber(typed: string, locale: string): NumberReading | null {
  const [isSpelled, ...ways] = waysOf(locale);
  const plain = toPlain(typed);
  const text = plain.replace(currencyBefore, '$1').replace(currencyAfter, '').replace(noCents, '');
  const own = isSpelled.exec(text);
  const match = own ?? ways.map((way) => way.exec(text)).find(Boolean);
  const { sign, whole = '', decimalMark, fraction = '' } = match?.groups ?? {};
  if (whole + fraction === '') return null;
  const decimal = (sign === '-' ? '-' : '') + BigInt(whole.replace(/\D/g, '')) + (fraction && `.${fraction}`);
  const isForeign = own === null || /\p{Sc}|[a-z]/iu.test(plain);
  const mayGroup = decimalMark !== '٫' && /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  return {
    decimal,
    doubt: mayGroup && !fraction.endsWith('0') ? 'decimals' : isForeign || mayGroup ? 'marks' : 'none',
  };
}

/** Unifies digits, marks and spaces. A keyboard may turn a minus into a dash with a space. */
const toPlain = (typed: string): string =>
  plainDigits(typed)
    .replace(/[\uff0b-\uff0e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0))
    .replaceAll('\u060c', ',')
    .replace(/['’‘ʼ´`٬]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^([-+]) /, '$1');

/**
 * Those that applicants write, in capitals, rather than any letters: "70 yrs" and "30 Sek" are no amounts, and before a
 * sign a letter may say thousands.
 */
const currency =
  '(?:(?:US|CA?|AU?|NZ|HK|S|MX|R)?\\$|\\p{Sc}|[Ee]uros?|eur|' +
  'AED|AUD|BRL|CAD|CHF|DKK|EGP|EUR|GBP|INR|JPY|MXN|NOK|NZD|PLN|SAR|SEK|USD)';
const currencyBefore = new RegExp(`^([-+]?) ?${currency} ?`, 'u');
const currencyAfter = new RegExp(` ?${currency}$`, 'u');
/** Matches the end of "70.000,-". */
const noCents = /[.,]-{1,2}$/;

/** Cached by locale, because the first number that `Intl` formats takes a phone 30 ms. */
const known = new Map<string, readonly [RegExp, ...RegExp[]]>();

/** The language's own writing; then with the other mark between its groups; then with both marks exchanged. */
function waysOf(locale: string): readonly [RegExp, ...RegExp[]] {
  const found = known.get(locale);
  if (found) return found;
  const [, , group = ',', , , , decimal = '.'] = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
  }).format(10_000.5);
  const other = decimal === '.' ? ',' : '.';
  // In India the upper groups have two digits.
  const ways = [
    writing(decimal, group, '2,3'),
    writing(decimal, other, '3'),
    writing(other, decimal, '3'),
  ] as const;
  known.set(locale, ways);
  return ways;
}

/** Groups are optional but must be complete, of one mark, and none begins with 0. */
function writing(decimal: string, group: string, upper: string): RegExp {
  const grouped = `[1-9]\\d{0,2}(?<mark>[ '${group.trim()}])(?:\\d{${upper}}\\k<mark>)*\\d{3}`;
  return new RegExp(
    `^(?<sign>[-+]?)(?<whole>${grouped}|\\d*)(?:(?<decimalMark>[٫${decimal}])(?<fraction>\\d*))?$`,
  );
}
