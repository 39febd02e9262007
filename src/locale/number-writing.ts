/** How a locale writes decimals: the separators come from `Intl`, the digits are never put through binary floats. */
export interface NumberWriting {
  /** Plain decimal text to the locale's writing, every digit kept. */
  write(decimal: string): string;
  /** null when it is no number in this writing. Groups are optional, but must be whole groups of three. */
  read(typed: string): string | null;
}

export function createNumberWriting(locale: string): NumberWriting {
  const format = new Intl.NumberFormat(locale);
  const parts = format.formatToParts(1234567.5);
  const find = (type: 'group' | 'decimal', fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const decimal = find('decimal', '.');
  const group = find('group', decimal === ',' ? '.' : ',');
  const digits = new Map([...'0123456789'].map((digit) => [format.format(Number(digit)), digit]));
  // Any white space or apostrophe is taken where the locale groups with one of them.
  const alike = /[\s’']/.test(group) ? "[\\s’']" : `\\${group}`;
  const number = new RegExp(`^([-+\u2212]?)(\\d{1,3}(?:${alike}\\d{3})+|\\d*)(?:\\${decimal}(\\d*))?$`);

  function read(typed: string): string | null {
    const plain = [...typed.trim()].map((character) => digits.get(character) ?? character).join('');
    const [, sign = '', whole = '', fraction = ''] = number.exec(plain) ?? [];
    if (whole + fraction === '') return null;
    const start = /[-\u2212]/.test(sign) ? '-' : '';
    const ungrouped = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
    return start + (ungrouped || '0') + (fraction && `.${fraction}`);
  }

  return {
    read,
    write: (text) =>
      text.replace(/^(-?\d+)(?:\.(\d+))?$/, (_, whole: string, fraction?: string) => {
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
        return fraction === undefined ? grouped : grouped + decimal + fraction;
      }),
  };
}
