import type { Question } from '../../core/model/question.ts';
import type { FieldProps } from '../screen.ts';

const types: readonly Question['type'][] = ['boolean', 'multiple_choice', 'date', 'date_range'];

/** Nothing is counted in it, and nothing can be half filled in. */
const isPlain = (question: Question): boolean =>
  question.type === 'boolean' || (question.type === 'multiple_choice' && question.maximum === 1);

/** Below the control: what helps once there is an answer, as the way to take it back. */
export function drawClearing({ field, screen }: FieldProps) {
  const { question } = field;
  if (!types.includes(question.type)) return null;
  // At the first touch all later parts come at once: of a thousand choices only those with an answer are drawn anew.
  if (isPlain(question) && field.entry.value === null) return null;
  const lazy = screen.lazy.value;
  return lazy && <lazy.BelowAnswer field={field} screen={screen} messages={lazy.messages} />;
}
