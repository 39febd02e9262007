import type { FragmentAttributes } from './fragment.ts';

/** Our own page around the form follows the form's language and theme; what is not given stays. */
export function dressPage({ documentElement }: Document, { lang, theme }: FragmentAttributes): void {
  if (lang !== undefined) documentElement.lang = lang;
  if (theme !== undefined) documentElement.dataset['theme'] = theme;
}
