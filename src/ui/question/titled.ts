import type { Messages } from '../../locale/messages.ts';

const endsInPunctuation = /\p{P}$/u;

/** What stands between the title of a question and words about it. */
export const titleEnd = (messages: Messages, title: string): string =>
  endsInPunctuation.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title. */
export const titled = (messages: Messages, title: string, text: string): string =>
  title + titleEnd(messages, title) + text;
