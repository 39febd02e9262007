import type { Question } from '../../core/model/question.ts';
import type { FirstMessages } from '../../locale/messages.ts';

/** What a question asks: in the service's words, or for a detail in ours. */
export const titleOf = (messages: FirstMessages, { detail, title }: Question): string =>
  detail ? messages.text(`detail.${detail}`) : title;
