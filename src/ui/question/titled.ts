import type { Messages } from '../../locale/messages.ts';

const endsInPunctuation = /\p{P}$/u;

/** What stands between the title of a question and words about it. */
export const titleEnd = (messages: Messages, title: string): string =>
  endsInPunctuation.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title unless they name it. */
export const titled = (messages: Messages, title: string, text: string): string =>
  names(text, title) ? text : title + titleEnd(messages, title) + text;

/** In quotation marks, or as "Enter your first name", which says all that "First name" does. */
export function names(text: string, title: string): boolean {
  const place = text.toLowerCase().indexOf(title.toLowerCase());
  // One word, such as "Number", may be there for another reason.
  return place >= 0 && (/[“„«\u202f\u2068]/.test(text.charAt(place - 1)) || /\w \w/.test(title));
}
