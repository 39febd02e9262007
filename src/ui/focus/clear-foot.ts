import type { Screen } from '../screen.ts';
import { focusedFrom } from './focus-field.ts';

/**
 * Keeps what has focus above the foot, which grows with what it has to say. The height is set as a property, which
 * every policy allows.
 */
export function clearFoot({ box }: Screen, signal: AbortSignal): void {
  const form = box.current;
  const foot = form?.querySelector<HTMLElement>('.af-foot');
  if (!form || !foot || !globalThis.ResizeObserver) return;
  let before = Number.POSITIVE_INFINITY;
  const observer = new ResizeObserver(() => {
    const height = foot.offsetHeight;
    form.style.setProperty('--af-foot', `${height}px`);
    const focused = focusedIn(form);
    if (focused && isNowCovered(focused, foot, height - before)) reveal(focused);
    before = height;
  });
  observer.observe(foot);
  signal.addEventListener('abort', () => observer.disconnect());
  // Browsers bring the line that is written in into view, and leave the rest of a long text where it is.
  form.addEventListener('keyup', ({ key }) => key === 'Tab' && reveal(focusedIn(form)), { signal });
}

/** At a question. */
function focusedIn(form: HTMLElement): Element | null {
  const focused = focusedFrom(form);
  return form.contains(focused) ? (focused?.closest('.af-block *') ?? null) : null;
}

/** What was out of sight before stays where the reader has left it. */
function isNowCovered(element: Element, foot: Element, growth: number): boolean {
  const { bottom } = element.getBoundingClientRect();
  const { top } = foot.getBoundingClientRect();
  return bottom > top && bottom <= top + growth;
}

const reveal = (element: Element | null): void => element?.scrollIntoView?.({ block: 'nearest' });
