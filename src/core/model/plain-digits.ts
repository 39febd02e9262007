/** Turns digits of any script into 0 to 9, and removes characters without width, such as direction marks. */
export const plainDigits = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => `${digitValue(digit.codePointAt(0) ?? 0) % 10}`);

/** The ten digits of a script have consecutive code points. */
const digitValue = (code: number): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? digitValue(code - 1) + 1 : 0;
