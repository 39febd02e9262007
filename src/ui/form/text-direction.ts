import type { FirstMessages } from '../../locale/messages.ts';

/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The direction of a text from the service, by its first letter, where it differs from the form's. */
export function textDirection(text: string, { direction }: FirstMessages): 'ltr' | 'rtl' | undefined {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  const own = letter && (rightToLeft.test(letter) ? 'rtl' : 'ltr');
  return own && own !== direction ? own : undefined;
}
