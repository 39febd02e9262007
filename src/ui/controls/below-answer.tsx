import type { LazyFieldProps } from '../screen.ts';
import { ChosenCount, isCounted } from './chosen-count.tsx';
import { ClearDate, drawClearButton } from './clear-button.tsx';
import { drawUnderstood } from './understood.tsx';

/**
 * Below an answer: how many options are chosen, how a number was understood, or a button that clears what the control
 * itself cannot clear.
 */
export function drawBelowAnswer(props: LazyFieldProps) {
  const question = props.field.shown;
  switch (question.type) {
    case 'number':
      return drawUnderstood(props);
    case 'date':
    case 'date_range':
      return <ClearDate {...props} />;
    case 'multiple_choice':
      if (question.maximum === 1) return drawClearButton(props);
      return isCounted(question) ? <ChosenCount {...props} question={question} /> : null;
    default:
      return drawClearButton(props);
  }
}
