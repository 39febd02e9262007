/** As a `ref`: what has just come is the answer to what the applicant did. Like any text, it takes no focus later on. */
export function takeFocus(box: HTMLElement | null, options?: FocusOptions): void {
  if (box === null) return;
  box.tabIndex = -1;
  box.onblur = () => box.removeAttribute('tabindex');
  box.focus(options);
}
