import { chooseLanguage } from '../../locale/choose-language.ts';
import { directionOf } from '../../locale/messages.ts';
import type { FragmentAttributes } from './fragment.ts';

/** Our own page around the form follows the form's language and theme; what is not given stays. */
export function dressPage({ documentElement }: Document, { lang, theme }: FragmentAttributes): void {
  if (lang !== undefined) {
    const locale = chooseLanguage(lang)?.locale ?? 'en';
    Object.assign(documentElement, { lang: locale, dir: directionOf(locale) });
  }
  if (theme !== undefined) documentElement.dataset['theme'] = theme;
}
