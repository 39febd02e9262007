/**
 * Finds faults of a catalogue that types cannot see, for its test; types already check the keys. Each fault
 * is one line, `key: what`.
 */
import type { PluralForms } from './catalogue.ts';
import type { Language } from './languages.ts';

export type Sentences = { readonly [key: string]: string | PluralForms };

export interface Speaking {
  readonly language: Language;
  readonly locale: string;
  /** Keys whose sentence is the same word in both languages. */
  readonly sameAsEnglish: readonly string[];
}

export function catalogueFaults(speaking: Speaking, catalogue: Sentences, english: Sentences): string[] {
  const missing = Object.keys(english).filter((key) => !(key in catalogue));
  const unknown = Object.keys(catalogue).filter((key) => !(key in english));
  const both = Object.keys(english).filter((key) => key in catalogue);
  return [
    ...missing.map((key) => `${key}: missing`),
    ...unknown.map((key) => `${key}: not in English`),
    ...both.flatMap((key) =>
      entryFaults(speaking, catalogue[key] ?? '', english[key] ?? '').map((fault) => `${key}: ${fault}`),
    ),
    ...(speaking.language === 'en' ? [] : englishLeft(speaking, catalogue, english)),
  ];
}

type Entry = string | PluralForms;

const formsOf = (entry: Entry): [category: string, text: string][] =>
  typeof entry === 'string' ? [['', entry]] : Object.entries(entry);

const mainForm = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.other);

function entryFaults(speaking: Speaking, entry: Entry, english: Entry): string[] {
  if (typeof entry !== typeof english) return ['plural forms in one language only'];
  const wanted = typeof entry === 'string' ? [''] : [...numbersByCategory(speaking.locale).keys()];
  const forms = formsOf(entry);
  const has = forms.map(([category]) => category);
  return [
    ...wanted.filter((category) => !has.includes(category)).map((category) => `no form “${category}”`),
    ...has.filter((category) => !wanted.includes(category)).map((category) => `no such form “${category}”`),
    ...forms.flatMap(([category, text]) =>
      placeholderFaults(text, mainForm(english), mayLeaveOutCount(speaking.locale, category)),
    ),
  ];
}

const numbersOf = new Map<string, ReadonlyMap<string, number[]>>();

/** Whole numbers of each plural category, with large round ones because es, fr and pt say “de” before them. */
function numbersByCategory(locale: string): ReadonlyMap<string, number[]> {
  const known = numbersOf.get(locale);
  if (known !== undefined) return known;
  const plurals = new Intl.PluralRules(locale);
  const found = new Map<string, number[]>();
  for (const number of [...Array(201).keys(), 1_000_000, 2_000_000]) {
    const category = plurals.select(number);
    found.set(category, [...(found.get(category) ?? []), number]);
  }
  numbersOf.set(locale, found);
  return found;
}

/**
 * A plural form for a single number may spell it out (Arabic has a form of the noun for two). Zero does not
 * count as a second number, because these sentences are only shown when there is at least one thing.
 */
function mayLeaveOutCount(locale: string, category: string): boolean {
  const numbers = numbersByCategory(locale).get(category) ?? [];
  return category === 'zero' || numbers.filter((number) => number > 0).length <= 1;
}

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name).sort();

function placeholderFaults(text: string, english: string, countIsOptional: boolean): string[] {
  const optional = countIsOptional ? ['count'] : [];
  const has = placeholdersOf(text);
  const wanted = placeholdersOf(english);
  return [
    ...wanted.filter((name) => !has.includes(name) && !optional.includes(name)).map((name) => `no {${name}}`),
    ...has
      .filter((name, index) => !wanted.includes(name) || has.indexOf(name) !== index)
      .map((name) => `{${name}} too many`),
    ...(/[{}]/.test(text.replace(/\{\w+\}/g, '')) ? ['a brace without a name'] : []),
  ];
}

const letters = (text: string) =>
  text
    .replace(/\{\w+\}/g, '')
    .replace(/\P{Letter}+/gu, ' ')
    .trim()
    .toLowerCase();

function englishLeft(speaking: Speaking, catalogue: Sentences, english: Sentences): string[] {
  const { sameAsEnglish } = speaking;
  const same = Object.keys(english).filter((key) => {
    const inEnglish = formsOf(english[key] ?? '').map(([, text]) => letters(text));
    return formsOf(catalogue[key] ?? '').some(
      ([, text]) => letters(text) !== '' && inEnglish.includes(letters(text)),
    );
  });
  return [
    ...same.filter((key) => !sameAsEnglish.includes(key)).map((key) => `${key}: still English`),
    ...sameAsEnglish.filter((key) => !same.includes(key)).map((key) => `${key}: is no longer as in English`),
  ];
}
