/** Puts the element into one of our own pages, with what the link behind `#` says; the page follows the form. */
import type { WritableForm } from '../../form/contract.ts';
import { effect } from '../../form/signals.ts';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { en } from '../../locale/en.ts';
import { directionOf } from '../../locale/messages.ts';
import { ApplyFormElement, defineApplyForm } from '../element/define.ts';
import { endpointFrom, pageFolder } from '../host/host.ts';
import type { Session } from '../session/session.ts';
import type { FragmentAttributes } from './take-link.ts';

declare global {
  interface Window {
    /** The form of a public job that `page-guard.html` asked for before the files of the page had come. */
    applyFormEarly?:
      | { readonly address: string; readonly body: string; readonly reply: Promise<Response> }
      | undefined;
  }
}

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
  ApplyFormElement.transport = { ...ApplyFormElement.transport, fetch: fetchOnce };
  defineApplyForm();
  // A link that was cut off: the proxy refuses it in the applicant's words, not in those for a host's developer.
  const token = link.token || link.job || link.posting ? {} : { token: 'missing' };
  // Nothing else on the page has styles: what looks for fields in it finds them, as extensions that fill in forms do.
  const attributes = { ...link, ...token, isolation: 'light', ...fixed };
  const element = document.createElement('apply-form');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // A token names its tenant itself.
  if (!element.hasAttribute('job') && !element.hasAttribute('posting')) element.removeAttribute('tenant');
  followAttributes(document, { lang: browserLanguage(), theme: 'auto', ...attributes });
  place.replaceChildren(element);
  followTitle(document, element);
  return element;
}

/** The early reply belongs to the first request for exactly that. */
const fetchOnce: typeof fetch = (input, init) => {
  const { applyFormEarly: early } = window;
  if (early === undefined || input !== early.address || init?.body !== early.body) return fetch(input, init);
  window.applyFormEarly = undefined;
  return early.reply;
};

/** No host wrote a page around this form: it follows what the applicant's browser is set to. */
export const browserLanguage = (): string =>
  navigator.languages.map(chooseLanguage).find((chosen) => chosen !== null)?.locale ?? 'en';

/** Our own page around the form has its language and theme; what is not given stays. */
export function followAttributes(
  { documentElement }: Document,
  { lang, theme }: { readonly lang?: string | undefined; readonly theme?: string | undefined },
): void {
  if (lang !== undefined) {
    const locale = chooseLanguage(lang)?.locale ?? 'en';
    Object.assign(documentElement, { lang: locale, dir: directionOf(locale) });
  }
  if (theme !== undefined) documentElement.dataset['theme'] = theme;
}

/**
 * The page is called after the job, or after what it is, in the language that the form speaks, and says first that
 * something has to be corrected, because a title is what is heard first.
 */
export function followTitle(
  page: { title: string },
  element: { readonly session: Pick<Session, 'view' | 'speech' | 'filling'> | null },
): void {
  effect(() => {
    const { view, speech, filling } = element.session ?? {};
    const words = speech?.value.words;
    // Words that are still on their way leave the page as it was called.
    if (words === undefined) return;
    const form = view?.value.kind === 'form' ? view.value : null;
    const name = form?.title ?? (words ?? en)['form.label'];
    const said = words ?? filling?.value?.english;
    page.title =
      said && form && isFaulty(form.form) ? `${said['error.heard']}${said['summary.colon']} ${name}` : name;
  });
}

/** An error is shown after an attempt, and not merely one that another attempt would find. */
const isFaulty = ({ attempts, order }: WritableForm): boolean =>
  attempts.value > 0 && order.some(({ error }) => error.value !== null);
