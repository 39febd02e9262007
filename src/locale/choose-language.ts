import { type Language, languages } from './languages.ts';

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
