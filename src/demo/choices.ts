/** The choices of the demo. They are stored in the address, so that a reload or a shared link shows the same. */

import type { Language as FormLanguage } from '../locale/languages.ts';

/** Names of languages, each in its own language. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
} as const satisfies Record<FormLanguage, string>;

/** Brands are made of tokens only: `brand-tokens.ts`. */
export const brands = { none: 'Plain', bank: 'Bank', hospital: 'Hospital', studio: 'Studio' } as const;

/** The ways to put the form on a page. */
export const embeds = { element: 'Element', script: 'Script tag', iframe: 'Iframe' } as const;

export type Language = keyof typeof languages;
export type Brand = keyof typeof brands;
export type Embed = keyof typeof embeds;

export interface Choices {
  /** Name of a sample form. */
  readonly form: string;
  readonly brand: Brand;
  readonly embed: Embed;
  readonly lang: Language;
}

export const firstChoices: Choices = { form: 'nurse', brand: 'none', embed: 'element', lang: 'en' };

/** Unknown values are ignored. */
export function readChoices(search: string): Choices {
  const parameters = new URLSearchParams(search);
  return {
    form: parameters.get('form') || firstChoices.form,
    brand: oneOf(brands, parameters.get('brand'), firstChoices.brand),
    embed: oneOf(embeds, parameters.get('embed'), firstChoices.embed),
    lang: oneOf(languages, parameters.get('lang'), firstChoices.lang),
  };
}

const names = ['form', 'brand', 'embed', 'lang'] as const;

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
