import type { Messages } from '../../locale/messages.ts';

const endsInPunctuation = /\p{P}$/u;

/** What stands between the title of a question and words about it. */
export const titleEnd = (messages: Messages, title: string): string =>
  endsInPunctuation.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title unless they name it. */
export const titled = (messages: Messages, title: string, text: string): string =>
  names(text, title) ? text : title + titleEnd(messages, title) + text;

/** "Enter your first name" says all that "First name" does. */
export const names = (text: string, title: string): boolean =>
  text.toLowerCase().includes(title.toLowerCase());
