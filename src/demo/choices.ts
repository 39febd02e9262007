/** The choices of the demo. They are kept in the address, so that a reload or a shared link shows the same. */

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

/** What the form is shown as: as wide as the page allows, or as on a phone. */
export const devices = { desktop: 'Desktop', phone: 'Phone' } as const;

/** One page with all questions, or one section after the other. */
export const layouts = { page: 'On one page', steps: 'In steps' } as const;

/** Whether the service knows an application already, or sending the form makes one. */
export const applicants = { known: 'Known (token)', new: 'New (no token)' } as const;

/** Which script file to load: the one that changes with each release, or one that never changes. */
export const versions = { newest: 'Always the newest', pinned: 'Pinned, with its hash' } as const;

export type Language = keyof typeof languages;
export type Theme = keyof typeof themes;
export type Brand = keyof typeof brands;
export type Embed = keyof typeof embeds;
export type Layout = keyof typeof layouts;

export interface Choices {
  /** Name of a sample form. */
  readonly form: string;
  readonly lang: Language;
  readonly theme: Theme;
  readonly brand: Brand;
  readonly embed: Embed;
  readonly device: keyof typeof devices;
  readonly layout: Layout;
  readonly applicant: keyof typeof applicants;
  readonly version: keyof typeof versions;
}

export const firstChoices: Choices = {
  form: 'nurse',
  lang: 'en',
  theme: 'auto',
  brand: 'none',
  embed: 'element',
  device: 'desktop',
  layout: 'page',
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
    device: oneOf(devices, asked.get('device'), firstChoices.device),
    layout: oneOf(layouts, asked.get('layout'), firstChoices.layout),
    applicant: oneOf(applicants, asked.get('applicant'), firstChoices.applicant),
    version: oneOf(versions, asked.get('version'), firstChoices.version),
  };
}

const names = [
  'form',
  'lang',
  'theme',
  'brand',
  'embed',
  'device',
  'layout',
  'applicant',
  'version',
] as const;

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
