/** What to write instead of a value or an operator that cannot be read, where it can be guessed. */
import type { ConditionKind, Operator } from '../conditions/operators.ts';
import { readDate } from '../conditions/read-date.ts';
import { betterNumbers } from './better-numbers.ts';
import { comparisonAdvice } from './compared-values.ts';
import { dayInWords, plainWords, quoted, withoutAccents } from './words.ts';

const yes = new Set(
  'true yes y ja j oui o si sim s 1 on wahr vrai verdadero verdadeiro checked نعم'.split(' '),
);
const no = new Set('false no n nein non nao 0 off falsch faux falso unchecked لا'.split(' '));

function betterTruth(value: string): string | null {
  const word = plainWords(value).join(' ');
  if (yes.has(word)) return 'true';
  return no.has(word) ? 'false' : null;
}

const monthNames: ReadonlyMap<string, number> = new Map(
  [
    'january januar enero janvier janeiro jan',
    'february februar febrero fevrier fevereiro feb',
    'march marz marzo mars marco mar',
    'april abril avril apr',
    'may mai mayo maio',
    'june juni junio juin junho jun',
    'july juli julio juillet julho jul',
    'august agosto aout aug',
    'september septiembre septembre setembro sep',
    'october oktober octubre octobre outubro oct okt',
    'november noviembre novembre novembro nov',
    'december dezember diciembre decembre dezembro dec dez',
  ].flatMap((names, month) => names.split(' ').map((name) => [name, month + 1] as const)),
);

/** Words between the parts of a date: `1 de septiembre de 2027`. */
const fillers = new Set(['de', 'del', 'of', 'the', 'den', 'dem', 'le', 'st', 'nd', 'rd', 'th']);

/** A day with the name of its month in one of the service's languages, as ISO day; null when it is none. */
export function readNamedDay(text: string): string | null {
  const words = plainWords(text.slice(0, 60))
    .map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th|er)$/, '$1'))
    .filter((word) => !fillers.has(word));
  const [first = '', second = '', year = ''] = words;
  if (words.length !== 3 || !/^\d{4}$/.test(year)) return null;
  const [day, name] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first];
  const month = monthNames.get(name);
  if (month === undefined || !/^\d{1,2}$/.test(day)) return null;
  const iso = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readDate(iso, 'dmy')?.day ?? null;
}

/** Both readings where both are days. */
export function bothReadings(text: string): readonly string[] {
  const readings = (['dmy', 'mdy'] as const).map((order) => readDate(text, order)?.day);
  return [...new Set(readings.flatMap((day) => (day === undefined ? [] : [dayInWords(day)])))];
}

function betterDates(value: string): readonly string[] {
  const namedDay = readNamedDay(value);
  if (namedDay !== null) return [dayInWords(namedDay)];
  const short = /^\s?(\d{1,2})([-/.])(\d{1,2})\2(\d{2})\s?$/.exec(value);
  if (short === null) return [];
  const [, first, mark, second, year] = short;
  // A year of two digits may be of birth, too.
  return ['20', '19'].flatMap((century) => bothReadings(`${first}${mark}${second}${mark}${century}${year}`));
}

const examples: Readonly<Record<ConditionKind, string>> = {
  truth: 'Write true for yes, or false for no.',
  text: 'Write the text after which it is asked.',
  url: 'Write the whole web address, beginning with https://.',
  choice: 'Write the text of one option.',
  number: 'Write one number in digits, with a point before decimals: 3.5.',
  date: 'Write one day that exists, with the month in words: 1 September 2027.',
  files: 'Write true for “a file is attached”, or false for “no file”.',
};

/**
 * The sentence that says what to write; of several values, that only one can be written.
 *
 * @param operator the one that is meant; null where that is not known
 */
export function betterValue(kind: ConditionKind, value: unknown, operator: Operator | null): string {
  if (Array.isArray(value)) return `Only one value can be compared. ${examples[kind]}`;
  if (typeof value !== 'string' && typeof value !== 'number') return examples[kind];
  const written = String(value);
  const compared = kind === 'number' ? comparisonAdvice(written, operator) : null;
  if (compared !== null) return compared;
  const better = {
    truth: () => [betterTruth(written)],
    files: () => [betterTruth(written)],
    number: () => betterNumbers(written),
    date: () => betterDates(written),
    text: () => [],
    url: () => [],
    choice: () => [],
  }
    [kind]()
    .flatMap((one) => one ?? []);
  return better.length === 0 ? examples[kind] : `Write ${oneOf(better)} instead of ${quoted(written)}.`;
}

/** `A, B or C`. */
const oneOf = (all: readonly string[]): string =>
  [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((part) => part !== '').join(' or ');

const spelled = <Meant extends Operator>(
  operator: Meant,
  words: string,
): readonly (readonly [string, Meant])[] => words.split(' ').map((word) => [word, operator]);

const operatorWords: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...spelled('equals', 'equals equal equalto is isequal isequalto = == === eq gleich ist igual'),
  ...spelled(
    'not_equals',
    'notequals notequal notequalto isnot isnotequal isnotequalto doesnotequal not != !== <> ne neq noteq ungleich',
  ),
  ...spelled('contains', 'contains contain includes include has like enthalt contiene contient'),
  ...spelled('not_contains', 'notcontains doesnotcontain notincludes excludes'),
  ...spelled('greater_than', 'greaterthan greater > gt morethan more above over after'),
  ...spelled('less_than', 'lessthan less < lt fewer below under before'),
]);

export type StrictOperator = 'greater_than' | 'less_than';

const inclusive: ReadonlyMap<string, StrictOperator> = new Map<string, StrictOperator>([
  ...spelled(
    'greater_than',
    '>= => ≥ gte gteq ge min minimum atleast onorafter notbefore notlessthan greaterequal greaterorequal greaterthanorequal greaterthanorequals greaterthanorequalto isgreaterthanorequalto moreorequal',
  ),
  ...spelled(
    'less_than',
    '<= =< ≤ lte lteq le max maximum atmost onorbefore notafter notmorethan lessequal lessorequal lessthanorequal lessthanorequals lessthanorequalto islessthanorequalto',
  ),
]);

/** No operator is longer, whatever stands around it. */
const LONGEST_OPERATOR = 120;

/** “≠” is an equals sign with an accent to `withoutAccents`. */
const bareOperator = (text: string): string =>
  text.length > LONGEST_OPERATOR
    ? ''
    : withoutAccents(text.normalize('NFC').replaceAll('≠', '!=').toLowerCase()).replace(/[\s_-]/g, '');

/** The operator that was meant; null when it cannot be told. */
export const betterOperator = (operator: string): Operator | null =>
  operatorWords.get(bareOperator(operator)) ?? null;

/** There is no “or equal”: the operator to use with the next value. */
export const strictOperator = (operator: string): StrictOperator | null =>
  inclusive.get(bareOperator(operator)) ?? null;
