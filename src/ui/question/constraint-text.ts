import type { Question } from '../../core/model/question.ts';
import type { FirstMessages } from '../../locale/messages.ts';

/** How many to choose, said before the first mistake; null where there is nothing to say. */
export function constraintText(messages: FirstMessages, question: Question): string | null {
  if (question.type !== 'multiple_choice' || question.maximum === 1) return null;
  if (question.options.length === 0) return null;
  const { minimum, maximum } = question;
  if (maximum === null || maximum >= question.options.length)
    return minimum > 1 ? messages.text('choose.atLeast', { count: minimum }) : messages.text('choose.any');
  if (minimum === maximum) return messages.text('choose.exactly', { count: maximum });
  if (minimum > 1) return messages.text('choose.between', { minimum, maximum });
  return messages.text('choose.atMost', { count: maximum });
}
