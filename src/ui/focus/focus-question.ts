export const blockOf = (near: Element): HTMLElement | null => near.closest<HTMLElement>('.af-block');

/** For a button that disappears when it is pressed: focus stays in the question, and visible. */
export function focusQuestion(near: Element): void {
  blockOf(near)?.querySelector<HTMLElement>('input, select')?.focus();
}
