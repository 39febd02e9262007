import type { Field } from '../form/contract.ts';
import { elementIds, type Screen } from './screen.ts';

/** The shadow root or the document that an element stands in: ids are looked up there, fragments never work there. */
function rootOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : element.ownerDocument;
}

/** Focuses the (first) control of a question. `near` is any element of the same form. */
export function focusField(near: Element, screen: Pick<Screen, 'idPrefix'>, field: Field): void {
  const control = rootOf(near).getElementById(elementIds(screen, field).control);
  control?.focus({ preventScroll: true });
}

/**
 * Brings a question into view, its label first, then focuses its control: were the control scrolled to,
 * the label or legend above it would stay out of sight (as in the GOV.UK error summary).
 */
export function showField(near: Element, screen: Pick<Screen, 'idPrefix'>, field: Field): void {
  const label = rootOf(near).getElementById(elementIds(screen, field).label);
  label?.closest('.block')?.scrollIntoView({ block: 'start' });
  focusField(near, screen, field);
}

/** As a `ref`: what has just come is the answer to what the applicant did. */
export const takeFocus = (box: HTMLElement | null): void => box?.focus();
