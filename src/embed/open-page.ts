/** Puts the element into one of our own pages, with what the link behind `#` says. */

import { chooseLanguage } from '../locale/choose-language.ts';
import { type ApplyFormElement, defineApplyForm } from './define.ts';
import { dressPage } from './dress-page.ts';
import { endpointFrom } from './endpoint.ts';
import { type FragmentAttributes, readFragment } from './fragment.ts';
import { titlePage } from './title-page.ts';

/** Under this name the tab's history remembers the link, so that a reload still works. */
const MEMORY = 'applyForm';

/** @param fixed attributes that the page itself decides */
export function openPage(place: HTMLElement, fixed: FragmentAttributes): ApplyFormElement {
  endpointFrom(new URL('/', location.href).href);
  defineApplyForm();
  const attributes = { ...complete(takeLink()), ...fixed };
  const element = document.createElement('apply-form');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // A token names its tenant itself.
  if (!element.hasAttribute('job')) element.removeAttribute('tenant');
  dressPage(document, { lang: browserLanguage(), theme: 'auto', ...attributes });
  place.replaceChildren(element);
  if (element.session !== null) titlePage(document, element.session);
  // The same address pasted again with another token changes only the fragment: nothing is loaded by itself.
  addEventListener('hashchange', () => {
    if (location.hash !== '') location.reload();
  });
  return element;
}

/** Nobody wrote a page around this form: it follows what the applicant's browser is set to. */
const browserLanguage = (): string =>
  navigator.languages.map(chooseLanguage).find((chosen) => chosen !== null)?.locale ?? 'en';

/** A link that was cut off: the proxy refuses it in the applicant's words, not in those for a host's developer. */
const complete = (link: FragmentAttributes): FragmentAttributes =>
  link.token || link.job ? link : { ...link, token: 'missing' };

/**
 * Address bars are read over shoulders and screenshots are shared: a token stays in neither. The link to a public job
 * is there to be copied on.
 */
function takeLink(): FragmentAttributes {
  const { hash, pathname, search } = location;
  if (hash.length < 2) return readFragment(rememberedLink(history.state));
  const link = readFragment(hash);
  if (link.token) history.replaceState({ [MEMORY]: hash }, '', pathname + search);
  return link;
}

function rememberedLink(state: unknown): string {
  if (typeof state !== 'object' || state === null || !(MEMORY in state)) return '';
  return typeof state[MEMORY] === 'string' ? state[MEMORY] : '';
}
