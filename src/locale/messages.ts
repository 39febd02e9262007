/*
 * Every sentence shown, with typed keys and parameters; numbers and plurals by `Intl`.
 * Each language has one catalogue file; which one is loaded is decided elsewhere.
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
import { type Language, languages } from './languages.ts';
import { createNumberWriting } from './number-writing.ts';

export interface Messages<Key extends EveryKey = MessageKey> {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  text<Wanted extends Key>(key: Wanted, ...parameters: MessageArguments<Wanted>): string;
  /** Formats plain decimal text for the locale, keeping every digit. */
  formatNumber(decimal: string): string;
  /** Formats bytes as a readable size; 1 MB = 1,048,576 bytes, as in the limits. */
  formatSize(bytes: number): string;
}

/** Messages before all sentences are loaded; `Messages` with all sentences can be used in its place. */
export type FirstMessages = Messages<FirstKey>;

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;

/** French counts octets, and Arabic has its own words for the units. */
const ownUnits = /^(fr|ar)\b/;

export function createMessages<Key extends EveryKey>(
  locale: string,
  catalogue: Catalogue<Key>,
  overrides?: MessageOverrides | null,
): Messages<Key> {
  const plurals = new Intl.PluralRules(locale);
  const direction = directionOf(locale);
  let writing: ((decimal: string) => string) | undefined;

  function sentence(key: Key, count: unknown): string {
    const found: string | PluralForms = overrides?.[key] ?? catalogue[key];
    if (typeof found === 'string') return found;
    return found[plurals.select(Number(count))] ?? found.other;
  }

  /** The first number formatted by `Intl` costs a page 7 ms, so a number without groups or local digits avoids it. */
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
      return sentence(key, values['count']).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = values[name];
        return typeof value === 'number' ? writeCount(value) : (value ?? placeholder);
      });
    },
    formatNumber(decimal) {
      writing ??= createNumberWriting(locale);
      return writing(decimal);
    },
    formatSize(bytes) {
      const isSmall = bytes < megabyte;
      const size = isSmall ? Math.ceil(bytes / kilobyte) : Math.round((bytes / megabyte) * 10) / 10;
      // The first unit costs another 10 ms and the file limit shows one, so `Intl` is used only for languages with their own units.
      if (!ownUnits.test(locale)) return `${writeCount(size)} ${isSmall ? 'kB' : 'MB'}`;
      return size.toLocaleString(locale, { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte' });
    },
  };
}

/** Wraps Latin text in a bidi isolate, which keeps it in one piece in a right-to-left sentence. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(ar|fa|he|ur)\b/.test(locale) ? 'rtl' : 'ltr';

export interface ChosenLanguage {
  /** The language of the sentences. */
  readonly language: Language;
  /** How numbers, plurals and days are written; canonical BCP 47, with the requested region. */
  readonly locale: string;
}

/** @returns null for an invalid language tag, and for a language without a catalogue */
export function chooseLanguage(wanted: string | null): ChosenLanguage | null {
  try {
    // CLDR reads plain `pt` as the Portuguese of Brazil. Numbers in other digits could be written but not read.
    const locale = `${Intl.getCanonicalLocales(wanted || 'en')}`
      .replace(/-u-(?!nu-(arab|latn)$).*/, '')
      .replace(/^pt(?=$|-.-)/, 'pt-PT');
    const language = languages.filter((each) => `${locale}-`.startsWith(`${each}-`)).at(-1);
    return language ? { language, locale } : null;
  } catch {
    return null;
  }
}
