import type { Screen } from '../screen.ts';
import { focusedFrom } from './focus-field.ts';

/** Screens on which the keyboard leaves no room beside what is typed. */
const small = '(pointer: coarse) and (max-width: 48rem)';

/**
 * Keeps what has focus above the foot, whose height depends on its words, and the foot away while a keyboard is open on a
 * small screen. The height is set as a property, which every security policy allows.
 */
export function clearFoot({ box }: Screen, signal: AbortSignal): void {
  const around = box.current;
  const foot = around?.querySelector<HTMLElement>('.af-foot');
  if (!around || !foot) return;
  let before = Number.POSITIVE_INFINITY;
  const observer = new ResizeObserver(() => {
    const height = foot.offsetHeight;
    around.style.setProperty('--af-foot', `${height}px`);
    const focused = focusedIn(around, foot);
    if (focused && isNowCovered(focused, foot, height - before)) reveal(focused);
    before = height;
  });
  observer.observe(foot);
  signal.addEventListener('abort', () => observer.disconnect());
  const keyboard = ({ type, target }: Event) =>
    foot.toggleAttribute('data-away', type === 'focusin' && isTyped(target) && matchMedia(small).matches);
  for (const type of ['focusin', 'focusout']) around.addEventListener(type, keyboard, { signal });
  // Browsers bring the line with the cursor into view, and leave the rest of a long text out of sight.
  around.addEventListener('keyup', ({ key }) => key === 'Tab' && reveal(focusedIn(around, foot)), { signal });
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(radio|checkbox|file|date)$/.test(target.type));

/** What has focus, if the foot can cover it. */
function focusedIn(around: HTMLElement, foot: HTMLElement): Element | null {
  const focused = focusedFrom(around);
  return around.contains(focused) && !foot.contains(focused) ? focused : null;
}

/** Whether the growing foot has just covered it; what was out of sight before is left where it is. */
function isNowCovered(element: Element, foot: Element, growth: number): boolean {
  const { bottom } = element.getBoundingClientRect();
  const { top } = foot.getBoundingClientRect();
  return bottom > top && bottom <= top + growth;
}

/** With the words of its row. */
const reveal = (element: Element | null): void =>
  (element?.closest('.af-row') ?? element)?.scrollIntoView?.({ block: 'nearest' });
