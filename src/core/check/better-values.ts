/** What to write instead of a value or an operator that cannot be read, where it can be guessed. */
import type { ConditionKind, Operator } from '../conditions/operators.ts';
import { readDate } from '../conditions/read-date.ts';
import { readNumber } from '../conditions/read-number.ts';
import { dayInWords, folded, quoted } from './words.ts';

const yes = new Set(
  'true yes y ja j oui o si sim s 1 on wahr vrai verdadero verdadeiro checked نعم'.split(' '),
);
const no = new Set('false no n nein non nao 0 off falsch faux falso unchecked لا'.split(' '));

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function betterTruth(value: string): string | null {
  const word = withoutAccents(folded(value));
  if (yes.has(word)) return 'true';
  return no.has(word) ? 'false' : null;
}

const numberWords: ReadonlyMap<string, string> = new Map(
  [
    'zero null cero zero zero',
    'one eins uno un um',
    'two zwei dos deux dois',
    'three drei tres trois tres',
    'four vier cuatro quatre quatro',
    'five funf cinco cinq cinco',
    'six sechs seis six seis',
    'seven sieben siete sept sete',
    'eight acht ocho huit oito',
    'nine neun nueve neuf nove',
    'ten zehn diez dix dez',
    'eleven elf once onze onze',
    'twelve zwolf doce douze doze',
  ].flatMap((words, number) => words.split(' ').map((word) => [word, String(number)] as const)),
);

/** `3,5`, `1.234,5`, `5 years`, `€ 50`, `ten`. */
function betterNumber(value: string): string | null {
  const word = numberWords.get(withoutAccents(folded(value)));
  if (word !== undefined) return word;
  const [digits, ...more] = value.slice(0, 60).match(/[-+]?\d[\d.,'’]*/g) ?? [];
  if (digits === undefined || more.length > 0) return null;
  const bare = digits.replace(/['’]/g, '');
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last === -1) return bare;
  const [whole, fraction] = [bare.slice(0, last).replace(/[.,]/g, ''), bare.slice(last + 1)];
  const plain = fraction === '' ? whole : `${whole}.${fraction}`;
  return readNumber(plain) === null ? null : plain;
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
  const words = withoutAccents(folded(text.slice(0, 60)))
    .split(' ')
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
  return bothReadings(`${first}${mark}${second}${mark}20${year}`);
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

/** The sentence that says what to write; of several values, that only one can be written. */
export function betterValue(kind: ConditionKind, value: unknown): string {
  if (Array.isArray(value)) return `Only one value can be compared. ${examples[kind]}`;
  if (typeof value !== 'string' && typeof value !== 'number') return examples[kind];
  const written = String(value);
  const better = {
    truth: () => [betterTruth(written)],
    files: () => [betterTruth(written)],
    number: () => [betterNumber(written)],
    date: () => betterDates(written),
    text: () => [],
    url: () => [],
    choice: () => [],
  }
    [kind]()
    .flatMap((one) => one ?? []);
  return better.length === 0 ? examples[kind] : `Write ${better.join(' or ')} instead of ${quoted(written)}.`;
}

const spelled = (operator: Operator, words: string): readonly (readonly [string, Operator])[] =>
  words.split(' ').map((word) => [word, operator]);

const operatorWords: ReadonlyMap<string, Operator> = new Map([
  ...spelled('equals', 'equals equal is = == === eq gleich ist igual'),
  ...spelled('not_equals', 'notequals notequal isnot not != !== <> ne neq ungleich'),
  ...spelled('contains', 'contains contain includes include has like enthalt contiene contient'),
  ...spelled('not_contains', 'notcontains doesnotcontain notincludes excludes'),
  ...spelled('greater_than', 'greaterthan greater > gt morethan more above over after'),
  ...spelled('less_than', 'lessthan less < lt fewer below under before'),
]);

const inclusive: ReadonlyMap<string, Operator> = new Map([
  ...spelled('greater_than', '>= gte atleast greaterthanorequals greaterthanorequalto'),
  ...spelled('less_than', '<= lte atmost lessthanorequals lessthanorequalto'),
]);

const bareOperator = (text: string): string => withoutAccents(text.toLowerCase()).replace(/[\s_-]/g, '');

/** The operator that was meant; null when it cannot be told. */
export const betterOperator = (operator: string): Operator | null =>
  operatorWords.get(bareOperator(operator)) ?? null;

/** There is no “or equal”: the operator to use with the next value. */
export const strictOperator = (operator: string): Operator | null =>
  inclusive.get(bareOperator(operator)) ?? null;
