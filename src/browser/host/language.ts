/** The language of a form: that of its element, else of the surrounding page, else English. */

import type { Catalogue } from '../../locale/catalogue.ts';
import { type ChosenLanguage, chooseLanguage } from '../../locale/choose-language.ts';
import type { Host } from './host.ts';

export interface SpokenLanguage extends ChosenLanguage {
  /** Every sentence; null for English, whose sentences come with the form; undefined while they are being loaded. */
  readonly words: Catalogue | null | undefined;
}

export const inEnglish: SpokenLanguage = { language: 'en', locale: 'en', words: null };

/** Asked for at every focus, so it is chosen anew only for another tag. */
let last: { readonly tag: string | null; readonly language: SpokenLanguage } | null = null;

/** As currently wanted; its sentences may still have to be loaded. */
export function wantedLanguage(host: Host): SpokenLanguage {
  const { lang: tag } = host.settings();
  if (last?.tag !== tag) last = { tag, language: choose(tag) };
  return last.language;
}

function choose(tag: string | null): SpokenLanguage {
  const chosen = chooseLanguage(tag);
  return chosen ? { ...chosen, words: chosen.language === 'en' ? null : undefined } : inEnglish;
}

/** @returns null when the words cannot be loaded now */
export async function loadLanguage(
  host: Host,
  wanted = wantedLanguage(host),
): Promise<SpokenLanguage | null> {
  const { language } = wanted;
  if (language === 'en') return wanted;
  try {
    return { ...wanted, words: await host.transport.loadWords(language) };
  } catch {
    return null;
  }
}
