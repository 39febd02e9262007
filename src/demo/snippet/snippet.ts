/**
 * What a page needs to show the form as it was chosen: one description, from which both the text to be copied
 * (`write-html.ts`, `write-call.ts`, `write-policy.ts`) and the demo's own form (`plant.ts`) are made.
 */
import { brandTokens, type Tokens } from '../brand-tokens.ts';
import type { Brand, Embed, Language, Layout, Theme } from '../choices.ts';
import { type SnippetMessages, snippetMessages } from './snippet-messages.ts';

export interface Snippet {
  /** The tokens and the selector they are set on. */
  readonly style: { readonly selector: string; readonly tokens: Tokens } | null;
  readonly markup: readonly Markup[];
  readonly call: Call | null;
  /** The token, shown shortened; '' when there is none. */
  readonly token: string;
  /** What this kind of embed needs in the page's security policy: sources by directive. */
  readonly policy: Readonly<Record<string, readonly string[]>>;
}

export interface Markup {
  readonly tag: string;
  /** '' stands for an attribute without a value. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

/** What the page's own script calls once ours has loaded. */
export interface Call {
  /** Selector of the mount target. */
  readonly target: string;
  readonly options: FormSettings;
}

/** Attributes of the element, and options of `mount`; what is left out is the default. */
export interface FormSettings {
  readonly job?: string;
  readonly token?: string;
  readonly lang: Language;
  readonly theme?: Exclude<Theme, 'auto'>;
  readonly layout?: Exclude<Layout, 'page'>;
}

/** How the form is opened: by an application that is known, or for a job that is public. */
export type Access =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** Link to the form's own page. */
      readonly link?: string;
    }
  | { readonly kind: 'job'; readonly job: string };

/** A script that never changes: its folder, and hashes by path. */
export interface Release {
  readonly version: string;
  readonly hashes: Readonly<Record<string, string>>;
}

export interface Wish {
  readonly embed: Embed;
  readonly access: Access;
  readonly lang: Language;
  readonly theme: Theme;
  readonly layout: Layout;
  readonly brand: Brand;
  /** Origin of the form's server. */
  readonly origin: string;
  /** null means always the newest. */
  readonly release: Release | null;
}

type DescribeEmbed = (wish: Wish, messages: SnippetMessages) => Pick<Snippet, 'markup' | 'call' | 'policy'>;

export function snippetOf(wish: Wish): Snippet {
  const tokens = brandTokens[wish.brand];
  const selector = wish.embed === 'iframe' ? 'iframe[data-apply-frame]' : 'apply-form';
  const style = Object.keys(tokens).length === 0 ? null : { selector, tokens };
  const token = wish.access.kind === 'token' ? wish.access.token : '';
  return { style, token, ...platform[wish.embed](wish, snippetMessages[wish.lang]) };
}

const element = (
  tag: string,
  attributes: Markup['attributes'],
  children: Markup['children'] = [],
): Markup => ({ tag, attributes, children });

const platform: Readonly<Record<Embed, DescribeEmbed>> = {
  element: (wish, messages) => ({
    markup: [
      scriptOf(wish, 'apply-form.js', { async: '' }),
      element('apply-form', named('', settingsOf(wish)), [fallbackOf(messages)]),
    ],
    call: null,
    policy: { 'script-src': [originOf(wish)], 'connect-src': [originOf(wish)] },
  }),
  script: (wish, messages) => ({
    markup: [
      scriptOf(wish, 'apply-form.js', { async: '', ...named('data-apply-', settingsOf(wish)) }),
      element('noscript', {}, [fallbackOf(messages)]),
    ],
    call: null,
    policy: { 'script-src': [originOf(wish)], 'connect-src': [originOf(wish)] },
  }),
  iframe: (wish, messages) => ({
    markup: [
      element('iframe', { src: frameAddress(wish), title: messages.title, 'data-apply-frame': '' }),
      scriptOf(wish, 'frame.js', { async: '' }),
    ],
    call: null,
    policy: { 'frame-src': [originOf(wish)], 'script-src': [originOf(wish)] },
  }),
  code: (wish, messages) => ({
    markup: [
      element('div', { id: 'application-form' }, [fallbackOf(messages)]),
      scriptOf(wish, 'apply-form.js', { defer: '' }),
    ],
    call: { target: '#application-form', options: settingsOf(wish) },
    policy: { 'script-src': ["'self'", originOf(wish)], 'connect-src': [originOf(wish)] },
  }),
};

function settingsOf({ access, lang, theme, layout }: Wish): FormSettings {
  const opened = access.kind === 'job' ? { job: access.job } : { token: access.token };
  const looks = theme === 'auto' ? {} : { theme };
  return { ...opened, lang, ...looks, ...(layout === 'page' ? {} : { layout }) };
}

const named = (prefix: string, settings: FormSettings): Markup['attributes'] =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [prefix + name, value]));

const originOf = (wish: Wish) => new URL(wish.origin).origin;

const frameAddress = (wish: Wish) =>
  `${wish.origin}/frame/default#${new URLSearchParams(named('', settingsOf(wish)))}`;

function scriptOf({ origin, release }: Wish, file: string, attributes: Markup['attributes']): Markup {
  const pinned = `/${release?.version}/${file}`;
  const integrity = release?.hashes[pinned];
  return integrity === undefined
    ? element('script', { src: `${origin}/${file}`, ...attributes })
    : element('script', { src: origin + pinned, integrity, crossorigin: 'anonymous', ...attributes });
}

const fallbackOf = ({ fallback }: SnippetMessages): Markup =>
  element('a', { href: 'https://careers.example.com/apply' }, [fallback]);
