import { focusControl } from '../focus.ts';
import { elementIds, type FieldProps } from '../screen.ts';
import { isClearable } from './common.ts';

/** Takes back an answer that its control cannot; focus stays in the question. */
export function ClearButton({ field, screen }: FieldProps) {
  if (!isClearable(field)) return null;
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
      {screen.messages.value.text('clear')}
    </button>
  );
}
