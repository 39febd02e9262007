/** Digits of any script become 0 to 9, and signs without width, such as marks of direction, go. */
export const plainDigits = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => `${digitValue(digit.codePointAt(0) ?? 0) % 10}`);

/** Those of one script stand in a row. */
const digitValue = (code: number): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? digitValue(code - 1) + 1 : 0;
