import type { Question } from '../../core/model/question.ts';
import type { FirstMessages } from '../../locale/messages.ts';

/** What a question asks: in the service's words, or for a detail in ours that every form has. */
export const titleOf = (messages: FirstMessages, { basic, title }: Question): string =>
  basic ? messages.text(`detail.${basic}`) : title;
