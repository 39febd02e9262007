import type { Texts } from './form-settings.ts';

export interface PickedText {
  readonly text: string;
  /** In which it is written (BCP 47). */
  readonly language: string;
}

const languageOf = (tag: string): string => tag.toLowerCase().split('-', 1)[0] ?? '';

/**
 * In the language of a form, else in another writing of it (`pt` for `pt-BR`), else in English, else the first.
 *
 * @param locale null: English
 */
export function pickText(texts: Texts, locale: string | null): PickedText | null {
  const tags = Object.keys(texts);
  const wanted = locale ?? 'en';
  const language =
    tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ??
    tags.find((tag) => tag.toLowerCase() === languageOf(wanted)) ??
    tags.find((tag) => languageOf(tag) === languageOf(wanted)) ??
    tags.find((tag) => tag.toLowerCase() === 'en') ??
    tags.find((tag) => languageOf(tag) === 'en') ??
    tags[0];
  const text = language === undefined ? undefined : texts[language];
  return language === undefined || text === undefined ? null : { text, language };
}
