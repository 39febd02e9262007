import type { FirstMessages } from '../locale/messages.ts';

/** Hebrew, Arabic and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** For text of the service, which may run the other way than the form; nothing to set in the usual case. */
export const textDirection = (text: string, messages: FirstMessages): 'auto' | undefined =>
  messages.direction === 'rtl' || rightToLeft.test(text) ? 'auto' : undefined;
