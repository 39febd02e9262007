import { type Language, languages } from './languages.ts';

export interface ChosenLanguage {
  /** Whose sentences are spoken. */
  readonly language: Language;
  /** How numbers, plurals and days are written; canonical BCP 47, with the region that was asked for. */
  readonly locale: string;
}

/** @returns null for what is no language tag, and for a language that the form does not speak */
export function chooseLanguage(wanted: string | null): ChosenLanguage | null {
  try {
    // CLDR reads plain `pt` as the Portuguese of Brazil. Numbers in further digits could be written, but not be read.
    const locale = `${Intl.getCanonicalLocales(wanted || 'en')}`
      .replace(/-u-(?!nu-(arab|latn)$).*/, '')
      .replace(/^pt(?=$|-.-)/, 'pt-PT');
    const language = languages.filter((each) => `${locale}-`.startsWith(`${each}-`)).at(-1);
    return language ? { language, locale } : null;
  } catch {
    return null;
  }
}
