import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../announcements/announcer.ts';
import { blockOf, focusQuestion } from '../focus/focus-field.ts';
import type { LazyFieldProps } from '../screen.ts';

/** Clears an answer that its control cannot clear; focus stays in the question. */
export function drawClearButton({ field, screen, messages }: LazyFieldProps) {
  if (field.required || !field.filled.value) return null;
  const label = messages.text('clear');
  return (
    <button
      type="button"
      class="af-link"
      aria-label={messages.text('file.of', { action: label, name: field.shown.title })}
      onClick={(event) => {
        focusQuestion(event.currentTarget);
        screen.form.setAnswer(field.question.id, null);
        announce(screen, messages.text('clear.done'));
      }}
    >
      {label}
    </button>
  );
}

/** For a date, which may be half filled in and has no value then. */
export function ClearDate(props: LazyFieldProps) {
  const isEmpty = !props.field.filled.value;
  const place = useRef<HTMLSpanElement>(null);
  const wasEmpty = useRef(isEmpty);

  useLayoutEffect(() => {
    // Not on the first draw, so that a date being typed is not interrupted.
    if (isEmpty && !wasEmpty.current && place.current) emptyDates(place.current);
    wasEmpty.current = isEmpty;
  }, [isEmpty]);

  return drawClearButton(props) ?? <span ref={place} hidden />;
}

/** Redrawing does not empty a half-filled date, which has no value to replace: this does, however it was cleared. */
function emptyDates(near: Element): void {
  for (const input of blockOf(near)?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])
    if (input.validity?.badInput) input.value = '';
}
