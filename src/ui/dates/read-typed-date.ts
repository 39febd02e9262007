/** Days as people type or paste them, in the order and the words of a language. */
import { plainDigits } from '../../core/model/plain-digits.ts';

export const partNames = ['day', 'month', 'year'] as const;
export type PartName = (typeof partNames)[number];

/** As typed, each `''` where nothing is. */
export type TypedDay = Readonly<Record<PartName, string>>;

export const emptyDay: TypedDay = { day: '', month: '', year: '' };

export interface Reading {
  readonly locale: string;
  /** A year of two digits lies in the past. */
  readonly isBirth: boolean;
  /** While a year is being typed, two digits may be its first ones. */
  readonly isLeft: boolean;
}

/** "en" alone says nothing of the order, which the applicant's own settings may. */
export function regionalLocale(locale: string, languages: readonly string[]): string {
  if (locale.includes('-')) return locale;
  // Others, such as "en-US@posix", would make `Intl` throw.
  const isRegional = (one: string) => /^[a-z]{2,3}-[A-Z]{2}$/.test(one);
  return languages.find((one) => isRegional(one) && one.startsWith(`${locale}-`)) ?? locale;
}

/** Of these nothing is asked of `Intl`, whose first format takes a slow phone 20 ms while the form is drawn. */
const monthFirst = /^en(-US)?$/;
const dayFirst = /^(ar|de|es|fr|pt)(-(AT|BE|BR|CH|DE|ES|FR|PT))?$|^en-(AU|GB|IE|IN|NZ)$/;

const orders = new Map<string, readonly PartName[]>();

export function orderOf(locale: string): readonly PartName[] {
  const order = orders.get(locale) ?? readOrder(locale);
  orders.set(locale, order);
  return order;
}

function readOrder(locale: string): readonly PartName[] {
  if (monthFirst.test(locale)) return ['month', 'day', 'year'];
  return dayFirst.test(locale) ? partNames : writtenOrder(locale);
}

export function writtenOrder(locale: string): readonly PartName[] {
  const written = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    calendar: 'gregory',
  });
  const order = written.formatToParts(0).flatMap(({ type }) => partNames.filter((name) => name === type));
  return order.length === 3 ? order : partNames;
}

/** ISO; `''` of nothing; null: no day. */
export function readDay(typed: TypedDay, reading: Reading): string | null {
  const [day, month, year] = [plain(typed.day), plain(typed.month), plain(typed.year)];
  if (!day && !month && !year) return '';
  const iso = `${readYear(year, reading)}-${pad(readMonth(month, reading.locale))}-${pad(day)}`;
  return isDay(iso) ? iso : null;
}

/** `Date` takes the 31st of February for the 3rd of March. */
const isDay = (iso: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(iso) && new Date(`${iso}T00:00Z`).getUTCDate() === Number(iso.slice(-2));

/** Parts that are missing or not typed to their end, else those that are wrong; none of a day that is one. */
export function faultyParts(typed: TypedDay, reading: Reading): readonly PartName[] {
  const lacking = partNames.filter((name) => plain(typed[name]).length < (name === 'year' ? 4 : 1));
  if (lacking.length > 0) return lacking.length < 3 ? lacking : [];
  if (readDay(typed, reading) !== null) return [];
  const month = Number(readMonth(plain(typed.month), reading.locale));
  if (!(month >= 1 && month <= 12)) return ['month'];
  return /^[1-9]\d{3}$/.test(readYear(plain(typed.year), reading)) ? ['day'] : ['year'];
}

/** A whole day that was pasted or typed into one field; null: it is none. */
export function readWholeDay(text: string, { locale }: Pick<Reading, 'locale'>): TypedDay | null {
  const written = plain(text);
  const iso = /^(\d{4})[-/.\s](\d{1,2})[-/.\s](\d{1,2})(?!\d)/.exec(written);
  const [, year, month, day] = iso ?? /^(\d{4})(\d\d)(\d\d)$/.exec(written) ?? [];
  if (year) return typedDay(day, month, year);
  const words = written.split(/[-/.,\s\u060c]+/).filter(Boolean);
  const named = words.findIndex((word) => /^\p{L}/u.test(word) && readMonth(word, locale) !== word);
  const numbers = words.filter((word) => /^\d{1,4}(?:st|nd|rd|th|er|º|ª)?$/.test(word)).map(digitsOf);
  if (named >= 0 && numbers.length === 2) {
    const [first = '', second = ''] = numbers;
    const month = readMonth(words[named] ?? '', locale);
    return first.length > 2 ? typedDay(second, month, first) : typedDay(first, month, second);
  }
  if (words.length !== 3 || numbers.length !== 3) return null;
  const found = Object.fromEntries(orderOf(locale).map((name, place) => [name, numbers[place]]));
  return typedDay(found['day'], found['month'], found['year']);
}

/** As it is shown in the fields. */
export const showDay = (iso: string): TypedDay => {
  const [year, month, day] = iso.split('-');
  return year && month && day ? typedDay(day, month, year) : emptyDay;
};

const typedDay = (day = '', month = '', year = ''): TypedDay => ({
  day: day.replace(/^0(?=\d)/, ''),
  month: month.replace(/^0(?=\d)/, ''),
  year,
});

const digitsOf = (word: string): string => word.replace(/\D/g, '');

const pad = (text: string): string => text.padStart(2, '0');

const plain = (text: string): string => plainDigits(text.normalize('NFKC')).trim();

/** Years on the side of now that is meant: applicants name days of some twenty years to come, and of more that are past. */
const YEARS_AHEAD = 20;

function readYear(year: string, { isBirth, isLeft }: Reading): string {
  if (!isLeft || !/^\d\d$/.test(year)) return year;
  const now = new Date().getFullYear();
  const latest = isBirth ? now : now + YEARS_AHEAD;
  const inThisCentury = Math.trunc(now / 100) * 100 + Number(year);
  return `${inThisCentury > latest ? inThisCentury - 100 : inThisCentury}`;
}

/** The number of a month, or what was typed. */
function readMonth(month: string, locale: string): string {
  if (/^\d*$/.test(month)) return month;
  const wanted = lettersOf(month);
  for (const names of [monthNames(locale), monthNames('en')]) {
    const exact = names.indexOf(wanted);
    const places = names.flatMap((name, place) => (name.startsWith(wanted) ? [place % 12] : []));
    if (exact >= 0) return `${(exact % 12) + 1}`;
    if (wanted.length > 2 && new Set(places).size === 1) return `${(places[0] ?? 0) + 1}`;
  }
  return month;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[.\s]/g, '');

const known = new Map<string, readonly string[]>();

/** Long ones, then short ones. */
function monthNames(locale: string): readonly string[] {
  const names =
    known.get(locale) ??
    (['long', 'short'] as const).flatMap((month) => {
      const { format } = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC', calendar: 'gregory' });
      return Array.from({ length: 12 }, (_, place) => lettersOf(format(Date.UTC(2000, place, 15))));
    });
  known.set(locale, names);
  return names;
}

/** As it was understood: the full year where it was typed by two digits, the number of a month that was named. */
export const understood = (typed: TypedDay, reading: Reading): TypedDay => ({
  ...typed,
  month: /\d/.test(typed.month) ? typed.month : readMonth(plain(typed.month), reading.locale),
  year: readYear(plain(typed.year), reading) || typed.year,
});
