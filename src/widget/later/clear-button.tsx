import type { Messages } from '../../locale/messages.ts';
import { elementIds, type FieldProps } from '../screen.ts';
import { blockOf, focusControl } from './focus.ts';

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
        emptyDates(event.currentTarget);
        screen.form.setAnswer(field.question.id, null);
      }}
    >
      {messages.text('clear')}
    </button>
  );
}

/** A date that is half filled in has no value that a new one would replace: drawing it anew leaves it as it is. */
function emptyDates(near: Element): void {
  for (const input of blockOf(near)?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])
    input.value = '';
}
