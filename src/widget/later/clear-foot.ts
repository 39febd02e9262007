import type { Screen } from '../screen.ts';

/**
 * Keeps what has focus above the foot, which grows with what it has to say. The height is set as a property, which
 * every policy allows.
 */
export function clearFoot({ box }: Screen, signal: AbortSignal): void {
  const form = box.current;
  const foot = form?.querySelector<HTMLElement>('.foot');
  if (!form || !foot || !globalThis.ResizeObserver) return;
  let before = Number.POSITIVE_INFINITY;
  const observer = new ResizeObserver(() => {
    const height = foot.offsetHeight;
    form.style.setProperty('--foot', `${height}px`);
    if (height > before) reveal(form);
    before = height;
  });
  observer.observe(foot);
  signal.addEventListener('abort', () => observer.disconnect());
  // Browsers bring the line that is written in into view, and leave the rest of a long text where it is.
  form.addEventListener('keyup', ({ key }) => key === 'Tab' && reveal(form), { signal });
}

function reveal(form: HTMLElement): void {
  const root = form.getRootNode();
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  if (form.contains(focused)) focused?.closest('.block *')?.scrollIntoView?.({ block: 'nearest' });
}
