/**
 * Keeps the foot at the lower edge of what is seen. A frame that is as high as its form never scrolls, so inside it
 * nothing else tells where that edge is; the host's scrolling cannot be heard from another origin.
 */

import { formRootOf } from '../host/mount-target.ts';

/** Strips across the whole height: the one at the edge tells each tenth of itself that comes into view or goes. */
const STRIPS = 200;
const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

interface SeenPart {
  readonly page: Pick<Window, 'innerHeight' | 'addEventListener'>;
  readonly element: HTMLElement;
  /** As high as the whole form. */
  readonly measured: HTMLElement;
}

export function followSeenPart({ page, element, measured }: SeenPart): void {
  const column = document.createElement('div');
  column.className = 'strips';
  column.ariaHidden = 'true';
  column.append(...Array.from({ length: STRIPS }, () => document.createElement('i')));
  measured.append(column);

  const edges = new Map<Element, number>();
  let edge: number | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRect } of entries) {
        if (isIntersecting) edges.set(target, intersectionRect.bottom);
        else edges.delete(target);
      }
      if (edges.size > 0) edge = Math.max(...edges.values());
      place();
    },
    { threshold: tenths },
  );
  for (const strip of column.children) observer.observe(strip);
  // The host may make the frame as high as its form without a change of what is seen.
  page.addEventListener('resize', place);

  function place(): void {
    const foot = formRootOf(element).querySelector<HTMLElement>('.af-foot');
    // Set on the foot alone: a property of the element would be passed on to every question.
    if (foot && edge !== null)
      foot.style.insetBlockEnd = `${Math.max(0, Math.round(page.innerHeight - edge))}px`;
  }
}
