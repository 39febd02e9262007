/*
 * Every sentence shown, with typed keys and parameters; numbers and plurals by `Intl`.
 * One file a language holds the catalogue; which language is loaded is decided elsewhere.
 */
import type {
  Catalogue,
  EveryKey,
  FirstKey,
  MessageArguments,
  MessageKey,
  MessageOverrides,
  PluralForms,
} from './catalogue.ts';
import { createNumberWriting, type NumberWriting } from './number-writing.ts';

export interface Messages<Key extends EveryKey = MessageKey> {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  text<Wanted extends Key>(key: Wanted, ...parameters: MessageArguments<Wanted>): string;
  /** Plain decimal text to the locale's writing, every digit kept. */
  formatNumber(decimal: string): string;
  /** What was typed in the locale's writing to plain decimal text; null when it is no number. */
  readNumber(typed: string): string | null;
  /** Bytes to a size a person reads; MB = 1,048,576 bytes, as in the limits. */
  formatSize(bytes: number): string;
}

/** Before the later sentences have come; whoever has all of them has these too. */
export type FirstMessages = Messages<FirstKey>;

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;

/** Of ours, French counts octets, and Arabic has its own words. */
const ownUnits = /^(fr|ar)\b/;

export function createMessages<Key extends EveryKey>(
  locale: string,
  catalogue: Catalogue<Key>,
  overrides: MessageOverrides = {},
): Messages<Key> {
  const plurals = new Intl.PluralRules(locale);
  const direction = directionOf(locale);
  let writing: NumberWriting | undefined;
  const numberWriting = () => (writing ??= createNumberWriting(locale));

  function sentence(key: Key, count: unknown): string {
    const found: string | PluralForms = overrides[key] ?? catalogue[key];
    if (typeof found === 'string') return found;
    return found[plurals.select(Number(count))] ?? found.other;
  }

  /** The first number that `Intl` writes costs a page 7 ms: one without groups and own digits needs none of it. */
  const writeCount = (value: number) =>
    direction === 'ltr' && value < 1000 && Number.isInteger(value)
      ? `${value}`
      : value.toLocaleString(locale);

  return {
    locale,
    direction,
    text(key, ...[parameters]) {
      if (!parameters) return sentence(key, undefined);
      const values: Readonly<Record<string, string | number>> = parameters;
      return sentence(key, values['count']).replace(/\{(\w+)\}/g, (place, name: string) => {
        const value = values[name];
        return typeof value === 'number' ? writeCount(value) : (value ?? place);
      });
    },
    formatNumber: (decimal) => numberWriting().write(decimal),
    readNumber: (typed) => numberWriting().read(typed),
    formatSize(bytes) {
      const isSmall = bytes < megabyte;
      const size = isSmall ? Math.ceil(bytes / kilobyte) : Math.round((bytes / megabyte) * 10) / 10;
      // The first unit costs it 10 ms more, and the limit of files is one: only some languages have their own.
      if (!ownUnits.test(locale)) return `${writeCount(size)} ${isSmall ? 'kB' : 'MB'}`;
      return size.toLocaleString(locale, { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte' });
    },
  };
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';
