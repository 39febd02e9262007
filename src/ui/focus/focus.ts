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
  if (roomAbove(box) <= -1) box.scrollIntoView?.();
}

/**
 * In a frame that is as high as its content only the host's page can scroll. Where the browser does not do it by
 * itself, the frame's page hears this event and asks the host (`browser/frame/frame-page.ts`).
 */
export function bringIntoView(box: Element): void {
  box.scrollIntoView?.({ block: 'start' });
  if (parent === window) return;
  const detail = { top: Math.max(0, roomAbove(box)) };
  box.dispatchEvent(new CustomEvent('apply-scroll', { bubbles: true, composed: true, detail }));
}

/** Below the bars of the page; negative where the beginning is out of sight. */
const roomAbove = (box: Element): number =>
  box.getBoundingClientRect().top - (Number.parseFloat(getComputedStyle(box).scrollMarginTop) || 0);
