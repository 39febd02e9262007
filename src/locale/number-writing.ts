/** How a locale writes decimals: the writing comes from `Intl`, the digits are never put through binary floats. */
export interface NumberWriting {
  /** Plain decimal text to the locale's writing, every digit kept. */
  write(decimal: string): string;
  /**
   * null when it is no number in this writing. Groups are optional, but must be whole; spaces and apostrophes
   * are taken between them everywhere, and Arabic digits and separators, because they can mean nothing else.
   */
  read(typed: string): string | null;
}

export function createNumberWriting(locale: string): NumberWriting {
  const own = new Intl.NumberFormat(locale);
  const latin = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const [, , group, , , , decimal] = latin.format(10_000.5);
  const between = `[\\s’'٬${group}]`;
  // India counts its upper groups in twos. CLDR puts a mark of direction before an Arabic sign.
  const groups = `\\d{1,3}(?:${between}\\d{2,3})*${between}\\d{3}`;
  const number = new RegExp(`^[\u061c\u200e]?([-+\u2212]?)(${groups}|\\d*)(?:[٫${decimal}](\\d*))?$`);

  const digits = (text: string) => text.replace(/\d/g, (digit) => own.format(+digit));

  return {
    read(typed) {
      // The low four bits of an Arabic digit are its value.
      const plain = typed.trim().replace(/[٠-٩]/g, (digit) => `${digit.charCodeAt(0) & 15}`);
      const [, sign = '', whole = '', fraction = ''] = number.exec(plain) ?? [];
      if (whole + fraction === '') return null;
      const start = /[-\u2212]/.test(sign) ? '-' : '';
      return start + BigInt(whole.replace(/\D/g, '')) + (fraction && `.${fraction}`);
    },
    write: (text) =>
      mayBeYear.test(text)
        ? digits(text)
        : text.replace(/^(-?\d+)(?:\.(\d+))?$/, (_, whole: string, fraction?: string) => {
            const start = own.format(whole === '-0' ? -0 : BigInt(whole));
            return fraction ? start + own.format(0.5).charAt(1) + digits(fraction) : start;
          }),
  };
}

/** Asked for a year one types 2019, and must not find 2,019. */
const mayBeYear = /^(19|20)\d\d$/;
