/** The language of a form: that of its element, else of the surrounding page, else English. */
import { chooseLanguage } from '../../locale/choose-language.ts';
import type { SessionHost, SpokenLanguage } from '../contract.ts';

export const inEnglish: SpokenLanguage = { language: 'en', locale: 'en', words: null };

/** Asked for at every focus, so it is chosen anew only for another tag. */
let last: { readonly tag: string | null; readonly language: SpokenLanguage } | null = null;

/** As currently wanted; its sentences may still have to be loaded. */
export function wantedLanguage(host: SessionHost): SpokenLanguage {
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
  host: SessionHost,
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
