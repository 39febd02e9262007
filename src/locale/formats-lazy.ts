/** What is written only after the first answer. */
import type { Messages } from './messages.ts';

type Writing = Pick<Messages, 'locale'>;

/** ISO day to a day in words; what is no day stays as it is. */
export function formatDay({ locale }: Writing, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
}

/** ISO date-time to day and time of the applicant's clock; null for what is none. */
export function formatMoment({ locale }: Writing, moment: string): string | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return date.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', calendar: 'gregory' });
}

/** @param share 0 to 1; whole percents, never more than there is */
export const formatPercent = ({ locale }: Writing, share: number): string =>
  (Math.floor(share * 100) / 100).toLocaleString(locale, { style: 'percent' });
