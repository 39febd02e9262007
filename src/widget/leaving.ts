import type { Field, Form } from '../form/contract.ts';

export interface Leaving {
  /** The field was left: its errors may be said. */
  leave(field: Field): void;
  onPointerDown(): void;
}

/**
 * A press of the mouse takes focus away before it is released. An error that came in between would move what is
 * under the pointer, and the click would be lost: so while a pointer is down the saying waits for its release.
 */
export function createLeaving(form: Form): Leaving {
  let pressed = false;
  const waiting = new Set<Field>();

  function say(field: Field): void {
    form.leave(field.question.id);
  }

  function release(): void {
    pressed = false;
    for (const field of waiting) say(field);
    waiting.clear();
  }

  function onPointerDown(): void {
    pressed = true;
    const once = new AbortController();
    // The click comes right after the release, in the same task.
    const onRelease = () => {
      once.abort();
      setTimeout(release);
    };
    addEventListener('pointerup', onRelease, { signal: once.signal });
    addEventListener('pointercancel', onRelease, { signal: once.signal });
  }

  return { leave: (field) => (pressed ? waiting.add(field) : say(field)), onPointerDown };
}
