/** A host that re-renders its page may move the element, and browsers take focus away from what is moved. */

import { formRootOf } from './mount-target.ts';

/** @returns to be called when the element has been moved */
export function followMoves(element: Element | null, signal: AbortSignal): () => void {
  if (element === null) return () => {};
  const root = formRootOf(element);
  let focused: Element | null = root.querySelector(':focus');
  const come = ({ target }: Event) => {
    focused = target instanceof Element ? target : null;
  };
  // Some browsers fire this when the element is removed; it is inserted again before anything else happens.
  const leave = () =>
    queueMicrotask(() => {
      if (focused?.isConnected && !focused.matches(':focus')) focused = null;
    });
  root.addEventListener('focusin', come, { signal });
  root.addEventListener('focusout', leave, { signal });
  return () => {
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
