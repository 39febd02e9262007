import type { QuestionId } from '../../core/model/ids.ts';
import { createErrorTeller } from '../errors/announce-errors.ts';
import { questionOf } from '../question/question-of.ts';
import type { Screen } from '../screen.ts';

/**
 * Once a question is left its error may be said. A press of the mouse takes focus away before it is released: an error
 * that came in between would move what is under the pointer, and the click would be lost. So it waits for the release.
 */
export function hearLeaving(screen: Screen, signal: AbortSignal): void {
  const { box } = screen;
  const leaveNow = createErrorTeller(screen, signal);
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
    // On the way down: a page may keep the rest of the way to itself.
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, onRelease, { signal: once.signal, capture: true });
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const question = questionOf(target);
    if (question === null || question === questionOf(relatedTarget)) return;
    if (isPressed) waiting.add(question);
    else leaveNow(question);
  }
}
