/** What to write instead of a value or an operator that cannot be read, where it can be guessed. */
import type { ConditionKind, Operator } from '../conditions/operators.ts';
import { readDate } from '../conditions/read-date.ts';
import { readNumber } from '../conditions/read-number.ts';
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

/** Words that make another number of the digits before them. */
const multiples = new Set(
  (
    'k m mio mrd mn bn tsd hundred hundreds thousand thousands million millions billion billions dozen dozens lakh crore ' +
    'hundert tausend million millionen milliarde milliarden dutzend ' +
    'mil cien cientos millon millones docena docenas cent cents mille millier milliers milliard milliards douzaine ' +
    'cem milhar milhares milhao milhoes bilhao bilhoes duzia'
  ).split(' '),
);

/** `3,5`, `1.234,5`, `5 years`, `€ 50`, `ten`; both readings of `1.000 hours`, none of `70k` and `1.5 million`. */
function betterNumbers(value: string): readonly string[] {
  const words = plainWords(value.slice(0, 60));
  const word = numberWords.get(words.join(' '));
  if (word !== undefined) return [word];
  const [digits, ...more] = value.slice(0, 60).match(/[-+]?\d+(?:[.,'’]\d+)*\p{L}?/gu) ?? [];
  if (digits === undefined || more.length > 0 || /\p{L}$/u.test(digits)) return [];
  if (words.some((one) => multiples.has(one))) return [];
  return readingsOf(digits).filter((one) => readNumber(one) !== null);
}

/** A mark is a point before decimals where it stands once; the others part thousands. */
export function readingsOf(digits: string): readonly string[] {
  const bare = digits.replace(/['’]/g, '');
  const marks = [...bare.replace(/[^.,]/g, '')];
  const last = marks.at(-1);
  if (last === undefined) return [bare];
  const isOnce = marks.filter((mark) => mark === last).length === 1;
  const grouped = new Set(isOnce ? marks.slice(0, -1) : marks);
  const at = isOnce ? bare.lastIndexOf(last) : bare.length;
  const [whole, fraction] = [bare.slice(0, at), bare.slice(at + 1)];
  if (grouped.size > 1 || (grouped.size > 0 && !/^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(whole))) return [];
  const plain = whole.replace(/[.,]/g, '');
  const decimal = withDecimals(plain, fraction);
  const mayPart = marks.length === 1 && bare === digits && fraction.length === 3;
  return mayPart && /^[-+]?[1-9]\d{0,2}$/.test(whole) ? [`${plain}${fraction}`, decimal] : [decimal];
}

function withDecimals(whole: string, fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  const decimals = fraction.slice(0, end);
  return decimals === '' ? whole : `${whole}.${decimals}`;
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

/** The sentence that says what to write; of several values, that only one can be written. */
export function betterValue(kind: ConditionKind, value: unknown): string {
  if (Array.isArray(value)) return `Only one value can be compared. ${examples[kind]}`;
  if (typeof value !== 'string' && typeof value !== 'number') return examples[kind];
  const written = String(value);
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

const spelled = (operator: Operator, words: string): readonly (readonly [string, Operator])[] =>
  words.split(' ').map((word) => [word, operator]);

const operatorWords: ReadonlyMap<string, Operator> = new Map([
  ...spelled('equals', 'equals equal equalto is isequal isequalto = == === eq gleich ist igual'),
  ...spelled(
    'not_equals',
    'notequals notequal notequalto isnot isnotequal isnotequalto doesnotequal not != !== <> ne neq ungleich',
  ),
  ...spelled('contains', 'contains contain includes include has like enthalt contiene contient'),
  ...spelled('not_contains', 'notcontains doesnotcontain notincludes excludes'),
  ...spelled('greater_than', 'greaterthan greater > gt morethan more above over after'),
  ...spelled('less_than', 'lessthan less < lt fewer below under before'),
]);

const inclusive: ReadonlyMap<string, Operator> = new Map([
  ...spelled(
    'greater_than',
    '>= => ≥ gte ge atleast notlessthan greaterequal greaterorequal greaterthanorequal greaterthanorequals greaterthanorequalto isgreaterthanorequalto moreorequal',
  ),
  ...spelled(
    'less_than',
    '<= =< ≤ lte le atmost notmorethan lessequal lessorequal lessthanorequal lessthanorequals lessthanorequalto islessthanorequalto',
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
export const strictOperator = (operator: string): Operator | null =>
  inclusive.get(bareOperator(operator)) ?? null;
