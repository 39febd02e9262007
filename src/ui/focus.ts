import { effect } from '@preact/signals';
import { detailId } from '../core/model/details.ts';
import { type QuestionId, questionId } from '../core/model/ids.ts';
import type { Field } from '../form/contract.ts';
import { elementIds, roomAbove, type Screen, takeFocus } from './screen.tsx';

/**
 * In a frame that is as high as its content only the host's page can scroll. Where the browser does not do it by
 * itself, the frame's page receives this event and asks the host (`browser/frame/frame-page.ts`).
 */
export function bringIntoView(box: Element): void {
  box.scrollIntoView?.({ block: 'start' });
  if (parent === window) return;
  const detail = { top: Math.max(0, roomAbove(box)) };
  box.dispatchEvent(new CustomEvent('apply-scroll', { bubbles: true, composed: true, detail }));
}

/** Focuses the control of a question: the chosen one, the one in error, or the first. */
function focusControl(block: Element, options?: FocusOptions): void {
  const control =
    block.querySelector<HTMLElement>('[type=radio]:checked') ??
    block.querySelector<HTMLElement>('[aria-invalid=true]') ??
    block.querySelector<HTMLElement>('input, select, textarea');
  control?.focus(options);
}

export const blockOf = (near: Element): HTMLElement | null => near.closest<HTMLElement>('.af-block');

/** For a button that disappears when pressed: moves focus to its question. */
export function focusQuestion(near: Element): void {
  blockOf(near)?.querySelector<HTMLElement>('input, select')?.focus();
}

/** The block of a question, null if it is not drawn. Not found by the question's id, which is text from the service. */
export const blockOfField = ({ box, idPrefix }: Screen, field: Field): Element | null =>
  box.current?.querySelector(`#${elementIds({ idPrefix }, field).label}`)?.closest('.af-block') ?? null;

/** Brings the first question whose error is shown into view, and focuses its control. */
export function focusFirstError(root: ParentNode): void {
  showBlock(root.querySelector('[data-invalid]'));
}

export const showField = (screen: Screen, field: Field | undefined): void =>
  showBlock(field ? blockOfField(screen, field) : null);

/** Shows the whole block: if only the control were scrolled to, the label above it would stay out of sight. */
function showBlock(block: Element | null): void {
  if (!block) return;
  // In a form with steps, the question's step may be hidden (`steps.tsx`).
  block.closest('[hidden]')?.dispatchEvent(new Event('apply-turn'));
  bringIntoView(block);
  focusControl(block, { preventScroll: true });
}

/** Brings a box with new content into view and focuses it. */
export function showBox(box: HTMLElement): void {
  bringIntoView(box);
  takeFocus(box, { preventScroll: true });
}

/** The focused element, seen from the form's root. */
export function focusedFrom(box: Element | null): Element | null {
  const root = box?.getRootNode();
  return (root instanceof ShadowRoot ? root : document).activeElement;
}

/** True if nothing on the page has focus. */
const isLost = ({ ownerDocument }: Element): boolean =>
  (ownerDocument.activeElement ?? ownerDocument.body) === ownerDocument.body;

/** True if the focus is elsewhere on the host's page, from where it must not be taken. */
export const isElsewhere = (box: Element): boolean =>
  !isLost(box) && !box.closest('.af')?.contains(focusedFrom(box));

/**
 * When a focused question disappears, the nearest remaining question above it gets focus; when what has focus
 * disappears because the form is sent, the button does.
 */
export function keepFocus(screen: Screen, signal: AbortSignal): void {
  const { box, form } = screen;
  /** The question that has focus or is about to get it: leaving another one can hide it. */
  let focused = questionOf(focusedFrom(box.current));
  function watch({ type, target, relatedTarget }: FocusEvent): void {
    focused = questionOf(type === 'focusin' ? target : relatedTarget);
  }
  // In the capture phase, so that it runs before the question is treated as left.
  for (const type of ['focusout', 'focusin'] as const)
    box.current?.addEventListener(type, watch, { capture: true, signal });
  const end = effect(() => {
    const hidden = form.change.value?.hidden ?? [];
    const question = focused;
    if (question === null || !hidden.includes(question)) return;
    // Deferred, because the block that disappears is still in the page.
    setTimeout(() => {
      const block = blockAbove(screen, question);
      if (block !== null && isLost(block)) focusControl(block);
    });
  });
  signal.addEventListener('abort', end);
  const endSending = effect(() => {
    if (form.submission.value.kind === 'sending') passFocusToButton(screen);
  });
  signal.addEventListener('abort', endSending);
}

/** When the form tries again by itself, the notice of the failure disappears, and so does the button that clears the form. */
function passFocusToButton({ box }: Screen): void {
  const before = focusedFrom(box.current);
  if (!box.current?.contains(before)) return;
  setTimeout(() => {
    const button = box.current?.querySelector<HTMLElement>('[type=submit]');
    if (button && !before?.isConnected && isLost(button)) button.focus({ preventScroll: true });
  });
}

function blockAbove(screen: Screen, question: QuestionId): Element | null {
  const { fields } = screen.form;
  const above = fields.get(fields.get(question)?.parent ?? question);
  if (above === undefined || above.question.id === question) return null;
  return blockOfField(screen, above) ?? blockAbove(screen, above.question.id);
}

/** Screens on which the keyboard leaves no room for the foot. */
const small = '(pointer: coarse) and (max-width: 48rem)';

/**
 * Keeps the focused element above the foot, whose height depends on its text, and hides the foot while a keyboard is open
 * on a small screen. The height is set as a property, which every security policy allows.
 */
export function clearFoot({ box }: Screen, signal: AbortSignal): void {
  const root = box.current;
  const foot = root?.querySelector<HTMLElement>('.af-foot');
  if (!root || !foot) return;
  let before = Number.POSITIVE_INFINITY;
  const observer = new ResizeObserver(() => {
    const height = foot.offsetHeight;
    root.style.setProperty('--af-foot', `${height}px`);
    const focused = focusedIn(root, foot);
    if (focused && isNowCovered(focused, foot, height - before)) reveal(focused);
    before = height;
  });
  observer.observe(foot);
  signal.addEventListener('abort', () => observer.disconnect());
  const keyboard = ({ type, target }: Event) =>
    foot.toggleAttribute('data-away', type === 'focusin' && isTyped(target) && matchMedia(small).matches);
  for (const type of ['focusin', 'focusout']) root.addEventListener(type, keyboard, { signal });
  // Browsers scroll the cursor's line into view, but not the rest of a long text.
  root.addEventListener('keyup', ({ key }) => key === 'Tab' && reveal(focusedIn(root, foot)), { signal });
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(radio|checkbox|file|date)$/.test(target.type));

/** The focused element, if the foot can cover it. */
function focusedIn(root: HTMLElement, foot: HTMLElement): Element | null {
  const focused = focusedFrom(root);
  return root.contains(focused) && !foot.contains(focused) ? focused : null;
}

/** Whether the growing foot has just covered it; an element that was out of sight before is left there. */
function isNowCovered(element: Element, foot: Element, growth: number): boolean {
  const { bottom } = element.getBoundingClientRect();
  const { top } = foot.getBoundingClientRect();
  return bottom > top && bottom <= top + growth;
}

/** Scrolls to the element with the text of its row. */
const reveal = (element: Element | null): void =>
  (element?.closest('.af-row') ?? element)?.scrollIntoView?.({ block: 'nearest' });

/** The question, detail or consent in whose block the target is. */
export function questionOf(target: EventTarget | null): QuestionId | null {
  const block = target instanceof Element ? target.closest<HTMLElement>('.af-block') : null;
  const { questionId: id, detail, consent } = block?.dataset ?? {};
  if (id) return questionId(id);
  return detail || consent ? detailId(detail ?? `consent:${consent}`) : null;
}
