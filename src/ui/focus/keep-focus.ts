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
  const { box, form } = screen;
  /** The question that has focus or is about to get it: leaving another one can hide it. */
  let focused = questionOf(focusedFrom(box.current));
  function watch({ type, target, relatedTarget }: FocusEvent): void {
    focused = questionOf(type === 'focusin' ? target : relatedTarget);
  }
  // In the capture phase, so that it runs before the question is treated as left.
  for (const type of ['focusout', 'focusin'] as const)
    box.current?.addEventListener(type, watch, { capture: true, signal });
  const endHiding = effect(() => {
    const hidden = form.change.value?.hidden ?? [];
    const question = focused;
    if (question === null || !hidden.includes(question)) return;
    // Deferred, because the block that disappears is still in the page.
    setTimeout(() => {
      const block = blockAbove(screen, question);
      if (block !== null && isLost(block)) focusControl(block);
    });
  });
  const endSending = effect(() => {
    if (form.submission.value.kind === 'sending') passFocusToButton(screen);
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

function blockAbove(screen: Screen, question: QuestionId): Element | null {
  const { fields } = screen.form;
  const above = fields.get(fields.get(question)?.parent ?? question);
  if (above === undefined || above.question.id === question) return null;
  return blockOfField(screen, above) ?? blockAbove(screen, above.question.id);
}
