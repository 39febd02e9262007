export const blockOf = (near: Element): HTMLElement | null => near.closest<HTMLElement>('.af-block');

/** What was pressed goes with what it did: focus stays in the question, and in sight. */
export function focusQuestion(near: Element): void {
  blockOf(near)?.querySelector<HTMLElement>('input, select')?.focus();
}
