/** Numbers as applicants type and paste them. The digits never pass through binary floats. */
import { plainDigits } from '../core/model/plain-digits.ts';

export interface NumberReading {
  /** Plain decimal text, with every digit that was typed. */
  readonly decimal: string;
  /**
   * Why the number is shown back. `marks`: it is not written as in the form's language, or a currency was left out.
   * `decimals`: in another language it could also mean thousands.
   */
  readonly doubt: 'none' | 'marks' | 'decimals';
}

/** null when it is not a number. A unit that would change it, such as "70k" or "50 %", is never left out. */
export function readNumber(typed: string, locale: string): NumberReading | null {
  const [ownPattern, ...otherPatterns] = patternsOf(locale);
  const plain = toPlain(typed);
  const text = plain.replace(currencyBefore, '$1').replace(currencyAfter, '').replace(noCents, '');
  const ownMatch = ownPattern.exec(text);
  const match = ownMatch ?? otherPatterns.map((pattern) => pattern.exec(text)).find(Boolean);
  const { sign, whole = '', decimalMark, fraction = '' } = match?.groups ?? {};
  if (whole + fraction === '') return null;
  const decimal = (sign === '-' ? '-' : '') + BigInt(whole.replace(/\D/g, '')) + (fraction && `.${fraction}`);
  const isForeign = ownMatch === null || /\p{Sc}|[a-z]/iu.test(plain);
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
 * Lists currencies that applicants write, in capitals, instead of any letters: "70 yrs" and "30 Sek" are no amounts, and
 * before a sign a letter may mean thousands.
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

/** Patterns of the language's own format, then with the other mark between groups, then with both marks exchanged. */
function patternsOf(locale: string): readonly [RegExp, ...RegExp[]] {
  const cached = known.get(locale);
  if (cached) return cached;
  const [, , group = ',', , , , decimal = '.'] = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
  }).format(10_000.5);
  const otherMark = decimal === '.' ? ',' : '.';
  // In India the upper groups have two digits.
  const patterns = [
    writing(decimal, group, '2,3'),
    writing(decimal, otherMark, '3'),
    writing(otherMark, decimal, '3'),
  ] as const;
  known.set(locale, patterns);
  return patterns;
}

/** Groups are optional but must be complete, of one mark, and none begins with 0. */
function writing(decimal: string, group: string, upper: string): RegExp {
  const grouped = `[1-9]\\d{0,2}(?<mark>[ '${group.trim()}])(?:\\d{${upper}}\\k<mark>)*\\d{3}`;
  return new RegExp(
    `^(?<sign>[-+]?)(?<whole>${grouped}|\\d*)(?:(?<decimalMark>[٫${decimal}])(?<fraction>\\d*))?$`,
  );
}
