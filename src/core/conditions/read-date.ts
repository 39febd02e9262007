import type { Semantics } from '../model/question.ts';

/*
 * Calendar days without a time zone: a date-time means the day as written.
 * `Date.parse` is not used, because engines read the same text differently.
 */

export interface ReadDate {
  /** As written, without outer white space. */
  readonly text: string;
  /** ISO day. */
  readonly day: string;
  /** Whether only `dateOrder` decided which part is the day. */
  readonly ambiguous: boolean;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly ambiguous: boolean;
}

type Order = Semantics['dateOrder'];

/** Groups of a match; `Number` turns a missing one into NaN, which is not a valid part of a date. */
type Groups = readonly (string | undefined)[];

interface Writing {
  readonly pattern: RegExp;
  split(groups: Groups, order: Order): Parts;
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Maps `june` and `jun` to 6. */
const monthsByName: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((name, index) => [[name, index + 1] as const, [name.slice(0, 3), index + 1] as const]),
);

/** Hour 24 and second 60 are in the standard; the time is only checked, never used. */
const time = String.raw`(?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?`;
const zone = String.raw` ?(?:z|utc|gmt|[+-]\d{2}(?::?\d{2})?)`;

const writings: readonly Writing[] = [
  {
    pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/,
    split: ([, year, , month, day]) => certain(year, Number(month), day),
  },
  {
    pattern: new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})[t ]${time}(?:${zone})?$`, 'i'),
    split: ([, year, month, day]) => certain(year, Number(month), day),
  },
  {
    pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/,
    split: ([, first, , second, year], order) => decide(Number(first), Number(second), year, order),
  },
  {
    pattern: /^(\d{1,2})(\s+|-)([a-z]+)\2(\d{4})$/i,
    split: ([, day, , name, year]) => certain(year, monthNumber(name), day),
  },
  {
    pattern: /^([a-z]+)\s+(\d{1,2}),?\s+(\d{4})$/i,
    split: ([, name, day, year]) => certain(year, monthNumber(name), day),
  },
];

/** Reads a stored date in any of the formats of `src/core/conditions/README.md#one-condition`; null when it is not a date. */
export function readDate(text: string, order: Order): ReadDate | null {
  const trimmed = text.trim();
  for (const { pattern, split } of writings) {
    const match = pattern.exec(trimmed);
    if (match !== null) return existing(trimmed, split(match, order));
  }
  return null;
}

/** Whether the text is a valid ISO day, the format in which answers are stored. */
export function isIsoDay(text: string): boolean {
  return readDate(text, 'dmy')?.day === text;
}

function certain(year: string | undefined, month: number, day: string | undefined): Parts {
  return { year: Number(year), month, day: Number(day), ambiguous: false };
}

/** A part over 12 is the day; otherwise `order` decides, which only matters when the parts differ. */
function decide(first: number, second: number, year: string | undefined, order: Order): Parts {
  const undecided = first <= 12 && second <= 12;
  const dayFirst = undecided ? order === 'dmy' : first > 12;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return { year: Number(year), month, day, ambiguous: undecided && first !== second };
}

function monthNumber(name: string | undefined): number {
  return Number(monthsByName.get(String(name).toLowerCase()));
}

function existing(text: string, { year, month, day, ambiguous }: Parts): ReadDate | null {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null;
  return { text, day: `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`, ambiguous };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function padded(part: number, length: number): string {
  return String(part).padStart(length, '0');
}
