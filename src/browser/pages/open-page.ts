/** Puts the element into one of our own pages, with what the link behind `#` says. */

import { chooseLanguage } from '../../locale/choose-language.ts';
import { ApplyFormElement, defineApplyForm } from '../element/define.ts';
import { endpointFrom, pageFolder } from '../host/endpoint.ts';
import { dressPage } from './dress-page.ts';
import { takeEarlyForm } from './early-form.ts';
import type { FragmentAttributes } from './fragment.ts';
import { titlePage } from './title-page.ts';

/**
 * @param link attributes that the link gives
 * @param fixed those that the page itself decides
 */
export function openPage(
  place: HTMLElement,
  link: FragmentAttributes,
  fixed: FragmentAttributes,
): ApplyFormElement {
  endpointFrom(pageFolder());
  ApplyFormElement.transport = takeEarlyForm(ApplyFormElement.transport);
  defineApplyForm();
  // Nothing else on the page has styles: what looks for fields in it finds them, as extensions that fill in forms do.
  const attributes = { ...complete(link), isolation: 'light', ...fixed };
  const element = document.createElement('apply-form');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // A token names its tenant itself.
  if (!element.hasAttribute('job') && !element.hasAttribute('posting')) element.removeAttribute('tenant');
  dressPage(document, { lang: browserLanguage(), theme: 'auto', ...attributes });
  place.replaceChildren(element);
  titlePage(document, element);
  return element;
}

/** No host wrote a page around this form: it follows what the applicant's browser is set to. */
export const browserLanguage = (): string =>
  navigator.languages.map(chooseLanguage).find((chosen) => chosen !== null)?.locale ?? 'en';

/** A link that was cut off: the proxy refuses it in the applicant's words, not in those for a host's developer. */
const complete = (link: FragmentAttributes): FragmentAttributes =>
  link.token || link.job || link.posting ? link : { ...link, token: 'missing' };
