/** Focuses a box that appears because of what the applicant did. Left, it is text again, which takes no focus. */
export function takeFocus(box: HTMLElement | null, options?: FocusOptions): void {
  if (box === null) return;
  box.tabIndex = -1;
  // Where a page takes the form out and puts it back, it gets focus again.
  box.onblur = () =>
    queueMicrotask(() => {
      if (box.isConnected && !box.matches(':focus')) box.removeAttribute('tabindex');
    });
  box.focus(options);
  if (options?.preventScroll) return;
  box.scrollIntoView?.({ block: 'nearest' });
  // Of a box that is higher than the room between bars and foot the beginning is in sight.
  const margin = Number.parseFloat(getComputedStyle(box).scrollMarginTop) || 0;
  if (box.getBoundingClientRect().top < Math.floor(margin)) box.scrollIntoView?.();
}
