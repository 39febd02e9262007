import type { Messages } from '../../locale/messages.ts';
import type { FieldProps } from '../screen.ts';
import { ChosenCount, isCounted } from './chosen-count.tsx';
import { ClearButton } from './clear-button.tsx';

export interface BelowAnswerProps extends FieldProps {
  readonly messages: Messages;
}

/** What helps once there is an answer: how many are chosen, or the way to take back what the control itself cannot. */
export function BelowAnswer(props: BelowAnswerProps) {
  const question = props.field.shown;
  if (question.type !== 'multiple_choice' || question.maximum === 1) return <ClearButton {...props} />;
  return isCounted(question) ? <ChosenCount {...props} question={question} /> : null;
}
