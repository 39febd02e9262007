/** How a locale formats decimals: the format comes from `Intl`, and the digits never pass through binary floats. */
export interface NumberWriting {
  /** Formats plain decimal text for the locale, keeping every digit. */
  write(decimal: string): string;
  /**
   * null when it is not a number in this format. Groups are optional but must be complete; spaces, apostrophes,
   * Arabic digits and separators are accepted in every locale, because they are unambiguous.
   */
  read(typed: string): string | null;
}

export function createNumberWriting(locale: string): NumberWriting {
  const own = new Intl.NumberFormat(locale);
  const latin = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const [, , group, , , , decimal] = latin.format(10_000.5);
  const between = `[\\s’'٬${group}]`;
  // In India the upper groups have two digits. CLDR puts a direction mark before an Arabic sign.
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

/** A year typed as 2019 must not turn into 2,019. */
const mayBeYear = /^(19|20)\d\d$/;
