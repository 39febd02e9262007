import { effect } from '@preact/signals';
import type { QuestionId } from '../../core/model/ids.ts';
import { questionOf } from '../question/question-of.ts';
import type { Screen } from '../screen.ts';
import { blockOfField, focusControl, focusedFrom, isLost } from './focus-field.ts';

/**
 * When a focused question disappears, the nearest remaining question above it gets focus; when what has focus
 * disappears because the form is sent, the button does.
 */
export function keepFocus(screen: Screen, signal: AbortSignal): void {
  const focused = watchFocus(screen, signal);
  const endHiding = effect(() => {
    const hidden = screen.form.change.value?.hidden ?? [];
    const question = questionOf(focused());
    if (question !== null && hidden.includes(question)) catchFocus(screen, question);
  });
  const endSending = effect(() => {
    if (screen.form.submission.value.kind === 'sending') passFocusToButton(screen);
  });
  for (const end of [endHiding, endSending]) signal.addEventListener('abort', end);
}

/** The words of a failed send go away when the form tries again by itself, and so does the button that clears it. */
function passFocusToButton({ box }: Screen): void {
  const before = focusedFrom(box.current);
  if (!box.current?.contains(before)) return;
  setTimeout(() => {
    const button = box.current?.querySelector<HTMLElement>('[type=submit]');
    if (button && !before?.isConnected && isLost(button)) button.focus({ preventScroll: true });
  });
}

/**
 * The element that has focus or is about to get it: leaving a question can change its answer, which can hide the one
 * about to be focused.
 */
function watchFocus({ box }: Screen, signal: AbortSignal): () => EventTarget | null {
  let next: EventTarget | null = null;
  function watch({ type, relatedTarget }: Event & Partial<FocusEvent>): void {
    next = type === 'focusout' ? (relatedTarget ?? null) : null;
  }
  // In the capture phase, so that it runs before the question is treated as left.
  const early = { capture: true, signal };
  for (const type of ['focusout', 'focusin']) box.current?.addEventListener(type, watch, early);
  return () => next ?? focusedFrom(box.current);
}

/** Deferred, because the block that disappears is still in the page. */
function catchFocus(screen: Screen, question: QuestionId): void {
  setTimeout(() => {
    const block = blockAbove(screen, question);
    if (block !== null && isLost(block)) focusControl(block);
  });
}

function blockAbove(screen: Screen, question: QuestionId): Element | null {
  const { fields } = screen.form;
  const above = fields.get(fields.get(question)?.parent ?? question);
  if (above === undefined || above.question.id === question) return null;
  return blockOfField(screen, above) ?? blockAbove(screen, above.question.id);
}
