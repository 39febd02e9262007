/** The choices of the bar. They are kept in the address, so that a reload or a shared link shows the same. */

import type { Language as FormLanguage } from '../locale/languages.ts';

/** Each language under its own name, which its speakers recognise. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
} as const satisfies Record<FormLanguage, string>;

export const themes = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

/** Brands are made of tokens only: `brand-tokens.ts`. */
export const brands = { none: 'Plain', bank: 'Bank', hospital: 'Hospital', studio: 'Studio' } as const;

/** The ways to embed the form in a page. */
export const embeds = {
  element: 'Element',
  script: 'Script tag',
  iframe: 'Iframe',
  code: 'From code',
} as const;

/** Whether the service knows an application already, or sending the form makes one. */
export const applicants = { known: 'Known (token)', new: 'New (no token)' } as const;

/** Which script file to load: the one that changes with each release, or one that never changes. */
export const versions = { newest: 'Always the newest', pinned: 'Pinned, with its hash' } as const;

export type Language = keyof typeof languages;
export type Theme = keyof typeof themes;
export type Brand = keyof typeof brands;
export type Embed = keyof typeof embeds;

export interface Choices {
  /** Name of a sample form. */
  readonly form: string;
  readonly lang: Language;
  readonly theme: Theme;
  readonly brand: Brand;
  readonly embed: Embed;
  readonly applicant: keyof typeof applicants;
  readonly version: keyof typeof versions;
}

export const firstChoices: Choices = {
  form: 'engineer',
  lang: 'en',
  theme: 'auto',
  brand: 'none',
  embed: 'element',
  applicant: 'known',
  version: 'newest',
};

/** Unknown values are ignored. */
export function readChoices(search: string): Choices {
  const asked = new URLSearchParams(search);
  return {
    form: asked.get('form') || firstChoices.form,
    lang: oneOf(languages, asked.get('lang'), firstChoices.lang),
    theme: oneOf(themes, asked.get('theme'), firstChoices.theme),
    brand: oneOf(brands, asked.get('brand'), firstChoices.brand),
    embed: oneOf(embeds, asked.get('embed'), firstChoices.embed),
    applicant: oneOf(applicants, asked.get('applicant'), firstChoices.applicant),
    version: oneOf(versions, asked.get('version'), firstChoices.version),
  };
}

const names = ['form', 'lang', 'theme', 'brand', 'embed', 'applicant', 'version'] as const;

/** Writes only what differs from the defaults, so that the plain address stays plain. */
export function writeChoices(choices: Choices): string {
  const given = new URLSearchParams();
  for (const name of names) if (choices[name] !== firstChoices[name]) given.set(name, choices[name]);
  const query = given.toString();
  return query === '' ? '' : `?${query}`;
}

const isOf = <Name extends string>(known: Readonly<Record<Name, string>>, name: string): name is Name =>
  Object.hasOwn(known, name);

export const oneOf = <Name extends string>(
  known: Readonly<Record<Name, string>>,
  name: string | null,
  otherwise: Name,
): Name => (name !== null && isOf(known, name) ? name : otherwise);
