/** Formats that are needed only after the first answer. */
import type { Messages } from './messages.ts';

type WithLocale = Pick<Messages, 'locale'>;

/** Formats an ISO day as a long date; anything else is returned unchanged. */
export function formatDay({ locale }: WithLocale, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
}

/** Formats an ISO date-time as day and time in the applicant's time zone; null when it is invalid. */
export function formatMoment({ locale }: WithLocale, moment: string): string | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return date.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', calendar: 'gregory' });
}

/** @param share 0 to 1; rounded down to whole percents */
export const formatPercent = ({ locale }: WithLocale, share: number): string =>
  (Math.floor(share * 100) / 100).toLocaleString(locale, { style: 'percent' });
