import type { Messages } from '../../locale/messages.ts';
import { elementIds, type FieldProps } from '../screen.ts';
import { focusControl } from './focus.ts';

interface ClearButtonProps extends FieldProps {
  readonly messages: Messages;
}

/** Takes back an answer that its control cannot; focus stays in the question. */
export function ClearButton({ field, screen, messages }: ClearButtonProps) {
  if (field.question.required || field.entry.value === null) return null;
  return (
    <button
      type="button"
      class="link"
      aria-describedby={elementIds(screen, field).label}
      onClick={(event) => {
        focusControl(event.currentTarget);
        screen.form.setAnswer(field.question.id, null);
      }}
    >
      {messages.text('clear')}
    </button>
  );
}
