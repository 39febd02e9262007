import type { Field } from '../../form/contract.ts';
import { elementIds, type Screen } from '../screen.ts';
import { bringIntoView, takeFocus } from './focus.ts';

/** Focuses the control of a question; of several the one that is chosen, or in error, or the first. */
export function focusControl(block: Element, options?: FocusOptions): void {
  const control =
    block.querySelector<HTMLElement>('[type=radio]:checked') ??
    block.querySelector<HTMLElement>('[aria-invalid=true]') ??
    block.querySelector<HTMLElement>('input, select, textarea');
  control?.focus(options);
}

export const blockOf = (near: Element): HTMLElement | null => near.closest<HTMLElement>('.af-block');

/** For a button that disappears when it is pressed: focus stays in the question, and visible. */
export function focusQuestion(near: Element): void {
  blockOf(near)?.querySelector<HTMLElement>('input, select')?.focus();
}

/** The block of a question, null if it is not drawn. Not found by the question's id, which is text from the service. */
export const blockOfField = ({ box, idPrefix }: Screen, field: Field): Element | null =>
  box.current?.querySelector(`#${elementIds({ idPrefix }, field).label}`)?.closest('.af-block') ?? null;

/** Brings the first question whose error is shown into view, and focuses its control. */
export function focusFirstError(root: ParentNode): void {
  const block = root.querySelector('[data-invalid]');
  if (block !== null) showBlock(block);
}

/** The whole block: were only the control scrolled to, the label above it would stay out of sight. */
export function showBlock(block: Element): void {
  // Of a form in steps, the one that it stands in may be hidden (`steps/steps.tsx`).
  block.closest('[hidden]')?.dispatchEvent(new Event('apply-turn'));
  bringIntoView(block);
  focusControl(block, { preventScroll: true });
}

/** A box that says something new: into view, then focused. */
export function showBox(box: HTMLElement): void {
  bringIntoView(box);
  takeFocus(box, { preventScroll: true });
}

/** What has focus, as seen from where the form stands. */
export function focusedFrom(box: Element | null): Element | null {
  const root = box?.getRootNode();
  return (root instanceof ShadowRoot ? root : document).activeElement;
}

/** Nothing on the page has focus. */
export const isLost = ({ ownerDocument }: Element): boolean =>
  (ownerDocument.activeElement ?? ownerDocument.body) === ownerDocument.body;

/** The focus is on the host's page, and must not be taken away from there. */
export function isElsewhere(box: Element): boolean {
  const root = box.getRootNode();
  if (isLost(box)) return false;
  if (root instanceof ShadowRoot) return root.activeElement === null;
  return box.closest('.af')?.contains(box.ownerDocument.activeElement) === false;
}
