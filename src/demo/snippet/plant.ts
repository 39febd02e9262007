/** Puts what the snippet describes into this page: the same elements that its text creates on another page. */
import type { Choices } from '../choices.ts';
import type { Markup, Snippet } from './snippet.ts';

/** @returns a function that removes all of it */
export function plant(place: HTMLElement, { markup, call }: Snippet): () => void {
  const life = new AbortController();
  place.replaceChildren(...markup.filter((each) => !isLibrary(each)).map(build));
  const loaded = Promise.all(markup.filter(isLibrary).map(load));
  void loaded.then(() => {
    if (call !== null && !life.signal.aborted) makeCall(call);
  });
  return () => {
    life.abort();
    place.replaceChildren();
  };
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

const libraries = new Map<string, Promise<unknown>>();

function load(markup: Markup): Promise<unknown> {
  const address = markup.attributes['src'] ?? '';
  const known = libraries.get(address);
  if (known !== undefined) return known;
  const script = build(markup);
  const loaded = new Promise((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, resolve);
  });
  libraries.set(address, loaded);
  document.head.append(script);
  return loaded;
}

function makeCall({ target, options }: NonNullable<Snippet['call']>): void {
  const mounted = window.ApplyForm?.mount(target, options);
  const fallback = document.querySelector(`${target} a`);
  if (fallback !== null) mounted?.element.append(fallback);
}

/** Applies a change as a host page would: the form stays, with what was typed. */
export function dress(place: HTMLElement, { lang, theme }: Pick<Choices, 'lang' | 'theme'>): void {
  const frame = place.querySelector('iframe');
  if (frame !== null) Object.assign(frame.dataset, { applyLang: lang, applyTheme: theme });
  Object.assign(place.querySelector('apply-form') ?? {}, { lang, theme });
}

/** Sets tokens without a `<style>` element, which this page's own security policy forbids. */
export function wear(style: Snippet['style']): () => void {
  if (style === null) return () => undefined;
  const sheet = new CSSStyleSheet();
  const rules = Object.entries(style.tokens).map(([name, value]) => `${name}: ${value};`);
  sheet.replaceSync(`${style.selector} { ${rules.join(' ')} }`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
