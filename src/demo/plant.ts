/** Puts what is described into this page: the same elements that its text creates on another page. */
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { Language } from './choices.ts';
import type { Markup } from './embed-markup.ts';

/** @returns a function that removes all of it */
export function plant(place: HTMLElement, markup: readonly Markup[]): () => void {
  place.replaceChildren(...markup.filter((each) => !isLibrary(each)).map(build));
  for (const library of markup.filter(isLibrary)) load(library);
  return () => place.replaceChildren();
}

/** A script that inserts nothing itself: a page loads it once, however often the form is inserted and removed. */
const isLibrary = ({ tag, attributes }: Markup): boolean =>
  tag === 'script' && !Object.keys(attributes).some((name) => name.startsWith('data-apply-'));

function build({ tag, attributes, children }: Markup): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.map((child) => (typeof child === 'string' ? child : build(child))));
  return made;
}

const loaded = new Set<string>();

function load(library: Markup): void {
  const address = library.attributes['src'] ?? '';
  if (loaded.has(address)) return;
  loaded.add(address);
  document.head.append(build(library));
}

/** Applies another language as a host page would: the form stays, with what was typed. */
export function speak(place: HTMLElement, lang: Language): void {
  const frame = place.querySelector('iframe');
  if (frame !== null) frame.dataset['applyLang'] = lang;
  Object.assign(place.querySelector('apply-form') ?? {}, { lang });
}

/** Without a `<style>` element, which this page's own security policy forbids. */
export function wear(rule: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

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
