/** Days as people type or paste them, in the order of a language. */
import type { Answer, TypedDay } from '../../core/model/answer.ts';
import { plainDigits } from '../../core/model/plain-digits.ts';

export const partNames = ['day', 'month', 'year'] as const;
export type PartName = keyof TypedDay;
export type Order = readonly PartName[];

const emptyDay: TypedDay = { day: '', month: '', year: '' };

const yearFirst = ['year', 'month', 'day'] as const;

/**
 * A table, because the first format of `Intl` takes a slow phone 20 ms while the form is drawn.
 * @param languages of the applicant: "en" alone says nothing of the order
 */
export function orderOf(locale: string, languages: readonly string[]): Order {
  const wanted = locale.includes('-') ? locale : languages.find((one) => one.startsWith(`${locale}-`));
  if (/^(en-(CA|SE|ZA)|fr-CA)\b/.test(wanted ?? locale)) return yearFirst;
  return /^(en(-(PH|PR|US)|$)|es-(PA|PR))\b/.test(wanted ?? locale) ? ['month', 'day', 'year'] : partNames;
}

/** ISO; `''` of nothing; null: no day. */
export function readDay(typed: TypedDay): string | null {
  const [day = '', month = '', year = ''] = partNames.map((name) => plain(typed[name]));
  if (!day && !month && !year) return '';
  const iso = writeDay({ day, month, year });
  return isDay(iso) ? iso : null;
}

/** `Date` takes the 31st of February for the 3rd of March. */
const isDay = (iso: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(iso) && new Date(`${iso}T00:00Z`).getUTCDate() === Number(iso.slice(-2));

/** As the native control has it; no day where a part is missing. */
export const writeDay = ({ day, month, year }: TypedDay): string =>
  year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Of a year its last digits may be missing. */
export const missingParts = (typed: TypedDay): readonly PartName[] =>
  partNames.filter((name) => plain(typed[name]).length < (name === 'year' ? 4 : 1));

/** Parts that are missing, else the one that is wrong; none of a day, and of nothing. */
export function wrongParts(typed: TypedDay): readonly PartName[] {
  if (readDay(typed) !== null) return [];
  const missing = missingParts(typed);
  if (missing.length > 0) return missing;
  const month = Number(plain(typed.month));
  if (!(month >= 1 && month <= 12)) return ['month'];
  return /^[1-9]\d{3}$/.test(plain(typed.year)) ? ['day'] : ['year'];
}

/** A whole day that was pasted or typed into one field; null: it is none. */
export function readWholeDay(text: string, order: Order): TypedDay | null {
  const written = plain(text)
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(/T.*/, '');
  const numbers = written.split(/[-/., ]+/).filter(Boolean);
  if (numbers.length !== 3 || !numbers.every((one) => /^\d{1,4}$/.test(one))) return null;
  const names: Order = /^\d{4}/.test(written) ? yearFirst : order;
  const [day = '', month = '', year = ''] = partNames.map((name) => numbers[names.indexOf(name)]);
  return { day: day.replace(/^0(?=\d)/, ''), month: month.replace(/^0(?=\d)/, ''), year };
}

/** As it is shown in the fields. */
export const showDay = (iso: string): TypedDay => readWholeDay(iso, yearFirst) ?? emptyDay;

const plain = (text: string): string => plainDigits(text.normalize('NFKC')).trim();

/** Applicants name days of some twenty years to come, and of more that are past. */
const YEARS_AHEAD = 20;

/** The full year where it was typed by two digits; one of birth lies in the past. */
export function withFullYear(typed: TypedDay, isBirth: boolean): TypedDay {
  const year = plain(typed.year);
  if (!/^\d\d$/.test(year)) return typed;
  const now = new Date().getFullYear();
  const inThisCentury = now - (now % 100) + Number(year);
  const isPast = inThisCentury > (isBirth ? now : now + YEARS_AHEAD);
  return { ...typed, year: `${isPast ? inThisCentury - 100 : inThisCentury}` };
}

/** What was typed stays as it was typed, until the answer is changed from elsewhere: a draft, a reset. */
const asTyped = new WeakMap<Answer, readonly TypedDay[]>();

export const rememberTyped = (answer: Answer | null, days: readonly TypedDay[]): void => {
  if (answer) asTyped.set(answer, days);
};

/** One day, or the two of a range. */
export function daysOf(answer: Answer | null, isRange: boolean): readonly TypedDay[] {
  const [from = emptyDay, to = emptyDay] = (answer && asTyped.get(answer)) ?? givenDays(answer);
  return isRange ? [from, to] : [from];
}

function givenDays(answer: Answer | null): readonly TypedDay[] {
  switch (answer?.kind) {
    case 'date':
      return [showDay(answer.day)];
    case 'date_range':
      return [showDay(answer.from), showDay(answer.to)];
    case 'unreadable':
      return answer.days ?? [];
    default:
      return [];
  }
}

/** @param isHalf whether the browser has part of a day, which it does not give */
export function answerOf(days: readonly TypedDay[], isRange: boolean, isHalf: boolean): Answer {
  const [from = '', to = ''] = days.map(readDay);
  if (isHalf || from === null || to === null) {
    const parts = days.flatMap((day) => partNames.map((name) => day[name]));
    return { kind: 'unreadable', typed: parts.filter(Boolean).join(' '), days };
  }
  return isRange ? { kind: 'date_range', from, to } : { kind: 'date', day: from };
}
