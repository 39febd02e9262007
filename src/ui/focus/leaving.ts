import type { QuestionId } from '../../core/model/ids.ts';
import { createErrorAnnouncer } from '../errors/announce-errors.ts';
import { questionOf } from '../question/question-of.ts';
import type { Screen } from '../screen.ts';

/**
 * A question's error may be shown once the question is left, unless it was only passed through. Pressing the mouse takes
 * focus away before the release: an error appearing in between would move what is under the pointer, and the click would
 * be lost. So it waits for the release.
 */
export function hearLeaving(screen: Screen, signal: AbortSignal): void {
  const { box, form } = screen;
  const leaveNow = createErrorAnnouncer(screen, signal);
  let isPressed = false;
  const waiting = new Set<QuestionId>();

  function release(): void {
    isPressed = false;
    for (const question of waiting) leaveNow(question);
    waiting.clear();
  }

  box.current?.addEventListener('pointerdown', press, { signal });
  box.current?.addEventListener('focusout', leave, { signal });

  function press(): void {
    isPressed = true;
    const once = new AbortController();
    const onRelease = () => {
      once.abort();
      // The click comes right after the release, in the same task.
      setTimeout(release);
    };
    // In the capture phase, because a page may stop propagation.
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, onRelease, { signal: once.signal, capture: true });
  }

  /** Nothing was entered, so nothing is wrong yet: what is missing is told on sending. */
  function isPassed(question: QuestionId): boolean {
    const { error, invalidity } = form.fields.get(question) ?? {};
    const isEdited = form.edited.peek()?.question === question;
    return !isEdited && !error?.peek() && invalidity?.peek()?.code === 'required';
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const question = questionOf(target);
    if (question === null || question === questionOf(relatedTarget) || isPassed(question)) return;
    if (isPressed) waiting.add(question);
    else leaveNow(question);
  }
}
