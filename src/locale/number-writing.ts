/** How a locale writes decimals: the separators come from `Intl`, the digits are never put through binary floats. */
export interface NumberWriting {
  /** Plain decimal text to the locale's writing, every digit kept. */
  write(decimal: string): string;
  /** null when it is no number in this writing. Groups are optional, but must be whole groups of three. */
  read(typed: string): string | null;
}

export function createNumberWriting(locale: string): NumberWriting {
  const format = new Intl.NumberFormat(locale, { useGrouping: true });
  const parts = format.formatToParts(1234567.5);
  const find = (type: 'group' | 'decimal', fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const decimal = find('decimal', '.');
  const group = find('group', decimal === ',' ? '.' : ',');
  const digits = new Map([...'0123456789'].map((digit) => [format.format(Number(digit)), digit]));

  function write(text: string): string {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
    if (!match) return text;
    const [, sign = '', whole = '', fraction] = match;
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
    return sign + grouped + (fraction === undefined ? '' : decimal + fraction);
  }

  function read(typed: string): string | null {
    const plain = [...typed.trim()].map((character) => digits.get(character) ?? character).join('');
    const [whole = '', fraction = '', ...more] = plain.replace('\u2212', '-').split(decimal);
    const sign = whole.startsWith('-') ? '-' : '';
    const unsigned = joinGroups(whole.replace(/^[+-]/, ''), group);
    if (more.length > 0 || unsigned === null || !/^\d*$/.test(fraction) || !(unsigned + fraction))
      return null;
    return sign + (unsigned.replace(/^0+(?=\d)/, '') || '0') + (fraction && `.${fraction}`);
  }
  return { write, read };
}

/** Any white space or apostrophe is taken where the locale groups with one of them. */
function joinGroups(whole: string, group: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const alike = /[\s’']/.test(group) ? /[\s’']/g : group;
  const groups = whole.split(alike);
  const regular = /^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((part) => /^\d{3}$/.test(part));
  return regular ? groups.join('') : null;
}
