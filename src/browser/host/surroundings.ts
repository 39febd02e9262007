/** Follows the page around a form: the colour behind it, and moves of its element. */

import { formRootOf } from './mount-target.ts';

/** Matches an opaque colour in any notation of a browser. */
const opaque = /(?:rgb|(?:ok)?l..|color)\([^/()]+\)/;

const GROUND = '--apply-ground';

const followed = new WeakSet<AbortSignal>();

/**
 * Sets the colour behind the form for the sticky foot, which covers what scrolls below it. Pages change that colour by
 * attributes, by the visitor's preferred scheme, and in transitions.
 */
export function followGround(element: Element | null, signal: AbortSignal): void {
  if (!element || !(element instanceof HTMLElement) || signal.aborted || followed.has(signal)) return;
  followed.add(signal);
  const take = () => {
    const ground = groundOf(element);
    if (element.style.getPropertyValue(GROUND) !== ground) element.style.setProperty(GROUND, ground);
  };
  let frame = 0;
  const takeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(take);
  };
  const observer = new MutationObserver(takeSoon);
  observer.observe(element, { attributeFilter: ['class', 'style'] });
  for (const ancestor of ancestorsOf(element)) observer.observe(ancestor, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', takeSoon, { signal });
  addEventListener('load', takeSoon, { signal });
  const end = ({ propertyName }: TransitionEvent) => propertyName === 'background-color' && takeSoon();
  addEventListener('transitionend', end, { signal });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  });
  take();
}

/** The nearest opaque colour, in a gradient the first; `''` if the page paints nothing. */
function groundOf(element: Element): string {
  for (const painted of [element, ...ancestorsOf(element)]) {
    const { backgroundColor, backgroundImage } = getComputedStyle(painted);
    const [colour] = opaque.exec(`${backgroundImage} ${backgroundColor}`) ?? [];
    if (colour) return colour;
  }
  return '';
}

/** Ancestors in the rendered page, through shadow roots of the host's own elements. */
function* ancestorsOf(element: Element): Iterable<Element> {
  const above = element.assignedSlot ?? element.parentNode;
  const next = above instanceof ShadowRoot ? above.host : above;
  if (!(next instanceof Element)) return;
  yield next;
  yield* ancestorsOf(next);
}

/**
 * Restores focus, which browsers take away from an element that is moved.
 *
 * @returns a function to call after each move
 */
export function followMoves(element: Element | null, signal: AbortSignal): () => void {
  if (element === null) return () => {};
  const root = formRootOf(element);
  let focused: Element | null = root.querySelector(':focus');
  const come = ({ target }: Event) => {
    focused = target instanceof Element ? target : null;
  };
  // Some browsers fire this when the element is removed; it is inserted again before anything else happens.
  const leave = () =>
    queueMicrotask(() => {
      if (focused?.isConnected && !focused.matches(':focus')) focused = null;
    });
  root.addEventListener('focusin', come, { signal });
  root.addEventListener('focusout', leave, { signal });
  return () => {
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
