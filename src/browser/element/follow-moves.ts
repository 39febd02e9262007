/** A host that draws its page again may move the element: browsers take focus away from what is moved. */

/** @returns to be called when the element has been moved */
export function followMoves(element: Element | null, signal: AbortSignal): () => void {
  if (element === null) return () => {};
  const root = element.shadowRoot ?? element;
  let focused: Element | null = element.shadowRoot?.activeElement ?? null;
  const come = ({ target }: Event) => {
    focused = target instanceof Element ? target : null;
  };
  // Some browsers tell of it when the element is taken out: it is put back before anything else happens.
  const leave = () =>
    queueMicrotask(() => {
      if (!focused?.matches(':focus')) focused = null;
    });
  root.addEventListener('focusin', come, { signal });
  root.addEventListener('focusout', leave, { signal });
  return () => {
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
