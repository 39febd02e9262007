/** Countries by name, and which of them an applicant is likely to be in. */
import { countryCodes } from '../../core/model/addresses.ts';

/** Where a language is spoken most, by the languages of the form. */
const homes: Readonly<Record<string, string>> = {
  en: 'GB US IE CA AU',
  de: 'DE AT CH',
  es: 'ES MX AR CO CL',
  fr: 'FR BE CH CA',
  pt: 'PT BR',
  'pt-BR': 'BR PT',
  ar: 'SA AE EG MA JO',
};

/** The region that a language tag names. */
const regionOf = (tag: string): string => /^[a-z]+(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(tag)?.[1] ?? '';

/**
 * That of the form's own region first, which its host has named, then those of the browser's languages, since many
 * browsers are left in the language in which they came.
 */
export function likelyCountries(locale: string): readonly string[] {
  const named = [regionOf(locale), ...(globalThis.navigator?.languages ?? []).map(regionOf)];
  const [language = ''] = locale.split('-');
  const likely = [...named, ...`${homes[locale] ?? homes[language]}`.split(' ')];
  return [...new Set(likely)].filter((code) => countryCodes.has(code));
}

const namesOf = new Map<string, ReadonlyMap<string, string>>();

/** By code, in the order of their names in a language; made once for each, since it takes some milliseconds. */
export function countryNames(locale: string): ReadonlyMap<string, string> {
  const known = namesOf.get(locale);
  if (known) return known;
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const named = [...countryCodes].map((code): [string, string] => [code, regions.of(code) ?? code]);
  const names = new Map(named.sort(([, one], [, other]) => compare(one, other)));
  namesOf.set(locale, names);
  return names;
}
