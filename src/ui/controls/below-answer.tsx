import type { LazyFieldProps } from '../screen.ts';
import { ChosenCount, isCounted } from './chosen-count.tsx';
import { ClearButton } from './clear-button.tsx';

/** What helps once there is an answer: how many are chosen, or the way to take back what the control itself cannot. */
export function BelowAnswer(props: LazyFieldProps) {
  const question = props.field.shown;
  if (question.type !== 'multiple_choice' || question.maximum === 1) return <ClearButton {...props} />;
  return isCounted(question) ? <ChosenCount {...props} question={question} /> : null;
}
