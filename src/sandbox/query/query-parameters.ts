import type { SampleLocale } from '../sample-form.ts';
import { badRequest, type ServiceFault } from '../service-fault.ts';

/**
 * Parses and validates query strings: every parameter must be known, given once and well formed, otherwise the answer
 * is 400.
 */

/** What is wrong with a value, as the end of the sentence "PARAMETER …"; null when nothing is. */
export type ParameterRule = (value: string) => string | null;

export type ParameterRules = ReadonlyMap<string, ParameterRule>;

export function checkParameters(query: URLSearchParams, rules: ParameterRules): ServiceFault | null {
  for (const [name, value] of query) {
    const rule = rules.get(name);
    if (rule === undefined) return badRequest(`${name} is not a parameter of this path`);
    if (query.getAll(name).length > 1) return badRequest(`${name} is given more than once`);
    const complaint = rule(value);
    if (complaint !== null) return badRequest(`${name} ${complaint}`);
  }
  return null;
}

export const listOf = (value: string): readonly string[] => (value === '' ? [] : value.split(','));

/** A non-empty list of known members. */
export function listRule(isMember: (member: string) => boolean, described: string): ParameterRule {
  return (value) => {
    const stranger = value.split(',').find((member) => !isMember(member));
    return stranger === undefined ? null : `does not take "${stranger}", it must be a list of ${described}`;
  };
}

/** Where the document says that a list has each value once. */
export const onceEach =
  (rule: ParameterRule): ParameterRule =>
  (value) => {
    const members = listOf(value);
    return rule(value) ?? (new Set(members).size === members.length ? null : 'must not name a value twice');
  };

/** JSON:API 1.1 allows `include` and `fields` to be empty: nothing is requested. */
export const emptyOr =
  (rule: ParameterRule): ParameterRule =>
  (value) =>
    value === '' ? null : rule(value);

/** Both ends included. */
export function wholeNumberRule(least: number, most: number): ParameterRule {
  return (value) => {
    const inRange = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
    return inRange ? null : `must be a whole number from ${least} to ${most}`;
  };
}

const translated: readonly SampleLocale[] = ['de', 'es', 'fr', 'pt', 'pt-BR'];

/** The document's six languages; the detail quotes the one that was given. */
const locales: readonly string[] = [...translated, 'en'].sort();

export const isLocale = (value: string): boolean => locales.includes(value);

export const localeRule: ParameterRule = (value) =>
  isLocale(value) ? null : `"${value}" is not valid: the given locale must be one of ${locales.join(', ')}`;

/** null for English, in which everything is stored. */
export const localeOf = (value: string | null): SampleLocale | null =>
  translated.find((locale) => locale === value) ?? null;
