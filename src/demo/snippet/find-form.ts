import type { ApplyFormElement } from '../../browser/element/define.ts';

/**
 * The form in this place, wherever its embed puts it: as it stands, where a script puts it later, or in the document
 * of an iframe, which only a page of the same origin can look into.
 * @param give called with each form that comes
 */
export function findForm(place: HTMLElement, give: (form: ApplyFormElement) => void): () => void {
  const life = new AbortController();
  let known: ApplyFormElement | null = null;
  const look = () => {
    const frame = place.querySelector('iframe');
    const found = (frame === null ? place : frame.contentDocument)?.querySelector('apply-form') ?? null;
    if (found !== null && found !== known) give(found);
    known = found;
  };
  const observer = new MutationObserver(look);
  observer.observe(place, { childList: true, subtree: true });
  // That of an iframe comes up to here only while it is caught on its way down.
  place.addEventListener('load', look, { capture: true, signal: life.signal });
  look();
  return () => {
    observer.disconnect();
    life.abort();
  };
}
