/*
 * Exact decimals, as digits and the magnitude of the first digit. Nothing is rounded to a binary fraction,
 * and no exponent is expanded, so `1e1000000000` is as fast as `1`.
 */

export interface Decimal {
  /** As written, without outer white space. */
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  /** Significant digits without zeros at either end; `''` for zero. */
  readonly digits: string;
  /** The power of ten of the first digit: 2 for 345.6, -1 for 0.1. */
  readonly magnitude: bigint;
}

/** Groups of three need a first group that does not start with 0, so `0,123` is no number. */
const grammar = /^([+-]?)(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/** Reads a stored number; null when it is not a number (`3,5`, `1.234,5`, `0x10`, `Infinity`). */
export function readNumber(text: string): Decimal | null {
  const trimmed = text.trim();
  const match = grammar.exec(trimmed);
  if (match === null) return null;
  const [, sign, grouped = '', fractionAfter, fractionAlone, exponent = '0'] = match;
  const whole = grouped.replaceAll(',', '');
  const written = whole + (fractionAfter ?? fractionAlone ?? '');
  const first = firstSignificant(written);
  if (first === written.length) return { text: trimmed, sign: 0, digits: '', magnitude: BigInt(0) };
  return {
    text: trimmed,
    sign: sign === '-' ? -1 : 1,
    digits: written.slice(first, lastSignificant(written) + 1),
    magnitude: BigInt(whole.length - 1 - first) + BigInt(exponent),
  };
}

/** Below 0: the first is smaller; 0: equal; above 0: the first is greater. */
export function compareDecimals(first: Decimal, second: Decimal): number {
  if (first.sign !== second.sign) return first.sign - second.sign;
  return first.sign < 0 ? compareMagnitudes(second, first) : compareMagnitudes(first, second);
}

function compareMagnitudes(first: Decimal, second: Decimal): number {
  if (first.magnitude !== second.magnitude) return first.magnitude < second.magnitude ? -1 : 1;
  if (first.digits === second.digits) return 0;
  return first.digits < second.digits ? -1 : 1;
}

/* Loops, because a regular expression for trailing zeros takes quadratic time on hostile text. */

function firstSignificant(digits: string): number {
  let index = 0;
  while (digits[index] === '0') index += 1;
  return index;
}

function lastSignificant(digits: string): number {
  let index = digits.length - 1;
  while (digits[index] === '0') index -= 1;
  return index;
}
