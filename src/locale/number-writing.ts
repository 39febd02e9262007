/**
 * How a locale writes plain decimal text, keeping every digit: the format comes from `Intl`, and the digits never pass
 * through binary floats.
 */
export function createNumberWriting(locale: string): (decimal: string) => string {
  const own = new Intl.NumberFormat(locale);
  const digits = (text: string) => text.replace(/\d/g, (digit) => own.format(+digit));

  return (decimal) =>
    mayBeYear.test(decimal)
      ? digits(decimal)
      : decimal.replace(/^(-?\d+)(?:\.(\d+))?$/, (_, whole: string, fraction?: string) => {
          const start = own.format(whole === '-0' ? -0 : BigInt(whole));
          return fraction ? start + own.format(0.5).charAt(1) + digits(fraction) : start;
        });
}

/** A year typed as 2019 must not turn into 2,019. */
const mayBeYear = /^(19|20)\d\d$/;
