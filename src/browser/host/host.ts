/** What a form needs from the page that it is in, and what it reads from there: its language, its proxy. */

import type { Form } from '../../form/contract.ts';
import type { Catalogue } from '../../locale/catalogue.ts';
import { type ChosenLanguage, chooseLanguage } from '../../locale/choose-language.ts';
import type { Language } from '../../locale/languages.ts';
import type { Emit } from './events.ts';
import type { RichSettings, Settings } from './settings.ts';

/** English comes with the form. */
export type FurtherLanguage = Exclude<Language, 'en'>;

/** What a form needs from the page that it is in. The element provides it; a test provides plain data. */
export interface Host {
  /** Read at each use, because a host may change attributes at any time without mounting the form again. */
  readonly settings: () => Settings & RichSettings;
  readonly emit: Emit;
  readonly transport: {
    readonly fetch: typeof fetch;
    /** Rejects when its file cannot be loaded now; the next call tries again. */
    readonly loadWords: (language: FurtherLanguage) => Promise<Catalogue>;
  };
  /** Where the form is, for messages to the developer and for the ground below it. null if there is no element. */
  readonly element: Element | null;
  /** One line for the developer of the page, in English. */
  readonly warn: (sentence: string) => void;
  /* What a form must know about others that its element opens (`forms.ts`); absent if there are none. */
  /** Whether it is the form the host wants; a promise while that is still unknown. */
  readonly stays?: () => boolean | Promise<boolean>;
  /** The form shown before this one, if something was typed in it. */
  readonly previous?: Form | null;
  /** The applicant has deleted the stored answers. */
  readonly forgetOthers?: () => void;
}

export interface SpokenLanguage extends ChosenLanguage {
  /** Every sentence; null for English, whose sentences come with the form; undefined while they are being loaded. */
  readonly words: Catalogue | null | undefined;
}

export const inEnglish: SpokenLanguage = { language: 'en', locale: 'en', words: null };

/** As currently wanted; its sentences may still have to be loaded. */
export function wantedLanguage(host: Host): SpokenLanguage {
  const chosen = chooseLanguage(host.settings().lang);
  return chosen ? { ...chosen, words: chosen.language === 'en' ? null : undefined } : inEnglish;
}

/** @returns null when the words cannot be loaded now */
export async function loadLanguage(host: Host): Promise<SpokenLanguage | null> {
  const wanted = wantedLanguage(host);
  if (wanted.language === 'en') return wanted;
  try {
    return { ...wanted, words: await host.transport.loadWords(wanted.language) };
  } catch {
    return null;
  }
}

/** Where the form comes from. */
export const source: {
  /** Where the proxy is if the element does not say: the folder of the script, without a slash at the end. */
  endpoint: string | null;
  /** Of `apply-form.js`, where that made the form. */
  script: string | null;
} = { endpoint: null, script: null };

/** @param address of the script or page; one without an origin (`file:`) leaves both unset */
export function endpointFrom(address: string): void {
  if (!/^https?:/.test(address)) return;
  const { origin, pathname } = new URL('.', address);
  if (address.endsWith('.js')) source.script = address;
  // A script of one version is a folder deeper.
  source.endpoint = origin + pathname.replace(/(\/\d+\.\d+\.[^/]+)?\/$/, '');
}

/** Of a page of ours: where it is served, which may be below a path. */
export const pageFolder = (): string =>
  new URL(/\/frame\/[^/]+$/.test(location.pathname) ? '../' : './', location.href).href;
