import type { FirstMessages } from '../locale/messages.ts';
import type { Question } from '../model/question.ts';

/** What a question asks: in the service's words, or for a detail in ours. */
export const titleOf = (messages: FirstMessages, { detail, title }: Question): string =>
  detail ? messages.text(`detail.${detail}`) : title;
