import type { FieldProps } from '../screen.ts';

/** Below a detail that was changed: what the employer's system has, and how to take it instead. */
export function Held({ field, screen }: FieldProps) {
  const held = field.question.held?.value;
  if (!held || held.is(field.entry.value) || !field.editable.value) return null;
  const told = field.shown.held?.value ?? held;
  return (
    <p class="af-help af-held">
      <span dir="auto">{told.text}</span>{' '}
      {held.answer && (
        <button
          type="button"
          class="af-link"
          aria-label={`${told.use}: ${told.text}`}
          onClick={(event) => {
            const block = event.currentTarget.closest('div');
            screen.form.setAnswer(field.question.id, held.answer);
            block?.querySelector<HTMLElement>('input,select,textarea')?.focus();
          }}
        >
          {told.use}
        </button>
      )}
    </p>
  );
}
