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
}
