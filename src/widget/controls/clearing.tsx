import type { Question } from '../../model/question.ts';
import type { FieldProps } from '../screen.ts';

const types: readonly Question['type'][] = ['boolean', 'multiple_choice', 'date', 'date_range'];

/** Below the control: what helps once there is an answer, as the way to take it back. */
export function drawClearing({ field, screen }: FieldProps) {
  const { question } = field;
  if (!types.includes(question.type)) return null;
  const later = screen.later.value;
  return later && <later.BelowAnswer field={field} screen={screen} messages={later.messages} />;
}
