import type { WritableForm } from '../../form/contract.ts';
import { effect } from '../../form/signals.ts';
import { en } from '../../locale/en.ts';
import { chooseLanguage, directionOf } from '../../locale/messages.ts';
import { ApplyFormElement, defineApplyForm } from '../element/define.ts';
import { type AttributeName, attributeNames, endpointFrom, orNull, pageFolder } from '../host/host.ts';
import type { Session } from '../session/session.ts';

declare global {
  interface Window {
    /** The form of a public job that `page-head.html` requested before the files of the page were loaded. */
    applyFormEarly?:
      | { readonly address: string; readonly body: string; readonly reply: Promise<Response> }
      | undefined;
  }
}

/**
 * Puts the element into one of our own pages, which follows the form.
 *
 * @param link attributes that the link gives
 * @param fixed those that the page itself decides
 */
export function openPage(
  container: HTMLElement,
  link: FragmentAttributes,
  fixed: FragmentAttributes,
): ApplyFormElement {
  endpointFrom(pageFolder());
  ApplyFormElement.transport = { ...ApplyFormElement.transport, fetch: fetchOnce };
  defineApplyForm();
  // If the link was cut off, the proxy refuses this token with a message for applicants, not one for developers.
  const token = link.token || link.job || link.posting ? {} : { token: 'missing' };
  // No other content needs protection from our styles, and extensions that fill in forms find the fields.
  const attributes = { ...link, ...token, isolation: 'light', ...fixed };
  const element = document.createElement('apply-form');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // A token names its tenant itself.
  if (!element.hasAttribute('job') && !element.hasAttribute('posting')) element.removeAttribute('tenant');
  followAttributes(document, { lang: browserLanguage(), theme: 'auto', ...attributes });
  container.replaceChildren(element);
  followTitle(document, element);
  return element;
}

/** The first equal request receives the early reply. */
const fetchOnce: typeof fetch = (input, init) => {
  const { applyFormEarly: early } = window;
  if (early === undefined || input !== early.address || init?.body !== early.body) return fetch(input, init);
  window.applyFormEarly = undefined;
  return early.reply;
};

/** No host page decides the language, so the form follows the applicant's browser. */
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
 * Names the page after the job, or by the form's label, in the form's language. A page with errors says so first, because
 * screen readers begin with the title.
 */
export function followTitle(
  page: { title: string },
  element: { readonly session: Pick<Session, 'view' | 'speech' | 'filling'> | null },
): void {
  effect(() => {
    const { view, speech, filling } = element.session ?? {};
    const words = speech?.value.words;
    // While sentences load, the title stays.
    if (words === undefined) return;
    const form = view?.value.kind === 'form' ? view.value : null;
    const name = form?.title ?? (words ?? en)['form.label'];
    const texts = words ?? filling?.value?.english;
    page.title =
      texts && form && isFaulty(form.form)
        ? `${texts['error.heard']}${texts['summary.colon']} ${name}`
        : name;
  });
}

/** True if an error is displayed after an attempt to send. */
const isFaulty = ({ attempts, order }: WritableForm): boolean =>
  attempts.value > 0 && order.some(({ error }) => error.value !== null);

/*
 * The link that opened one of our own pages. Others may see the address bar, a screenshot or the history, so whatever
 * opens an application is removed from the address at once. A reload finds it in the storage of this tab, under a name
 * that the tab's history remembers; another link of the same tab has another name.
 */

/** A link decides how our page looks and who applies, never where answers or applicants go: no `endpoint`, no `next`. */
const closed: readonly AttributeName[] = ['endpoint', 'mode', 'isolation', 'next'];

export type FragmentAttributes = Partial<Record<AttributeName, string>>;

/** @param fragment with or without `#` */
export function readFragment(fragment: string): FragmentAttributes {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  // Addresses are stored, copied and read by others.
  if (given.has('prefill'))
    console.warn('<apply-form> takes no prefill from an address: set it as a property, or with the session.');
  const open = attributeNames.filter((name) => !closed.includes(name));
  return Object.fromEntries(
    open.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

export interface Link {
  readonly attributes: FragmentAttributes;
  /** The code to exchange for a token, or null. */
  readonly code: string | null;
  /** Identifies this page when it exchanges the code, so that it may repeat the request if the reply is lost. */
  readonly attempt: string;
}

export interface TakenLink extends Link {
  /** Stores the link for a reload. */
  keep(link: Link): void;
}

/** Key in the state of the tab's history. */
const MEMORY = 'applyForm';

const PREFIX = 'apply-form link ';

export function takeLink(): TakenLink {
  // The same address pasted again with another token changes only the fragment: nothing is loaded by itself.
  addEventListener('hashchange', () => {
    if (location.hash !== '') location.reload();
  });
  const { hash, pathname, search } = location;
  if (hash.length < 2) {
    const remembered = `${history.state?.[MEMORY] ?? ''}`;
    const link = readLink(remembered.startsWith('#') ? remembered : (recall(remembered) ?? ''));
    return { ...link, keep: (later) => void keep(remembered, later) };
  }
  const given = readLink(hash);
  // The link to a public job may stay: people copy it.
  if (given.code === null && !given.attributes.token) return { ...given, keep() {} };
  const attempt = attemptUnderWay(given.code) ?? randomName();
  const link = { ...given, attempt };
  // If the browser stores nothing, a token stays in the address.
  const isRemembered = keep(attempt, link) || link.code !== null;
  history.replaceState({ [MEMORY]: isRemembered ? attempt : hash }, '', pathname + search);
  return { ...link, keep: (later) => void keep(attempt, later) };
}

function readLink(fragment: string): Link {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = given.get('code');
  // Mail programs append the text after a link, so only a code's own length is read.
  const [own = code] = /^[ri]-[0-9a-f]{40}/.exec(code ?? '') ?? [];
  return { attributes: readFragment(fragment), code: own, attempt: given.get('attempt') ?? '' };
}

/** A reload in the first moment still has the code in the address: it repeats the earlier attempt. */
function attemptUnderWay(code: string | null): string | undefined {
  const names = orNull(() => Object.keys(sessionStorage)) ?? [];
  const links = names.map((key) =>
    readLink((key.startsWith(PREFIX) && recall(key.slice(PREFIX.length))) || ''),
  );
  return links.find((link) => code !== null && link.code === code)?.attempt;
}

/** Returns false if this browser stores nothing. */
function keep(name: string, { attributes, code, attempt }: Link): boolean {
  const fragment = new URLSearchParams({ ...attributes, ...(code === null ? {} : { code, attempt }) });
  return orNull(() => sessionStorage.setItem(PREFIX + name, `${fragment}`)) !== null;
}

const recall = (name: string) => orNull(() => sessionStorage.getItem(PREFIX + name));

/** 128 bits. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '',
  );
