import type { ApplyFormElement } from '../../browser/element/define.ts';

/**
 * The form in this place, wherever its embed puts it: already present, inserted later by a script, or in the document
 * of an iframe, which only a page of the same origin can read.
 * @param give called with each form that appears
 */
export function findForm(place: HTMLElement, give: (form: ApplyFormElement) => void): () => void {
  const life = new AbortController();
  let known: ApplyFormElement | null = null;
  const update = () => {
    const frame = place.querySelector('iframe');
    const found = (frame === null ? place : frame.contentDocument)?.querySelector('apply-form') ?? null;
    if (found !== null && found !== known) give(found);
    known = found;
  };
  const observer = new MutationObserver(update);
  observer.observe(place, { childList: true, subtree: true });
  // The load event of an iframe does not bubble, so it is caught in the capture phase.
  place.addEventListener('load', update, { capture: true, signal: life.signal });
  update();
  return () => {
    observer.disconnect();
    life.abort();
  };
}
