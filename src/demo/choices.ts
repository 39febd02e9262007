/** What the bar has chosen. It stands in the address, so that a reload, or a link sent to somebody, shows the same. */

/** In their own words, as whoever speaks one looks for them. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  ar: 'العربية',
} as const;

export const themes = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

/** Made of tokens only: `brands.css`. */
export const brands = { none: 'Plain', bank: 'Bank', hospital: 'Hospital', studio: 'Studio' } as const;

export type Theme = keyof typeof themes;
export type Brand = keyof typeof brands;

export interface Choices {
  /** Name of a sample form. */
  readonly form: string;
  readonly lang: keyof typeof languages;
  readonly theme: Theme;
  readonly brand: Brand;
}

export const firstChoices: Choices = { form: 'engineer', lang: 'en', theme: 'auto', brand: 'none' };

/** What is not known is as if it were not there. */
export function readChoices(search: string): Choices {
  const asked = new URLSearchParams(search);
  return {
    form: asked.get('form') || firstChoices.form,
    lang: oneOf(languages, asked.get('lang'), firstChoices.lang),
    theme: oneOf(themes, asked.get('theme'), firstChoices.theme),
    brand: oneOf(brands, asked.get('brand'), firstChoices.brand),
  };
}

/** Only what differs from the first choices, so that the plain address stays plain. */
export function writeChoices(choices: Choices): string {
  const given = new URLSearchParams();
  for (const name of ['form', 'lang', 'theme', 'brand'] as const)
    if (choices[name] !== firstChoices[name]) given.set(name, choices[name]);
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
