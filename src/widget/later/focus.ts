export const blockOf = (near: Element): Element | null => near.closest('[data-question-id]');

/** Focuses the (first) control of the question in which an element stands. */
export function focusControl(near: Element): void {
  blockOf(near)?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
}

/** Brings the first question whose error is said into view, and focuses its control. */
export function focusFirstError(root: ParentNode): void {
  const block = root.querySelector('[data-invalid]');
  if (block !== null) showBlock(block);
}

/** The whole block: were only the control scrolled to, the label above it would stay out of sight. */
export function showBlock(block: Element): void {
  block.scrollIntoView({ block: 'start' });
  focusControl(block);
}
