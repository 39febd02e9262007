/** Times for a reader: in words and in their zone, with UTC beside it. */

const day = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  calendar: 'gregory',
});
const away = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export interface ShownTime {
  /** `27 Nov 2026, 21:08` */
  readonly absolute: string;
  /** `in 6 days` */
  readonly relative: string;
  /** `2026-11-27 21:08 UTC` */
  readonly utc: string;
}

/** From the largest. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * @param iso date-time
 * @param now milliseconds
 */
export function showTime(iso: string, now: number): ShownTime | null {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return null;
  return {
    absolute: day.format(at),
    relative: relativeOf(at - now),
    utc: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  };
}

function relativeOf(distance: number): string {
  for (const [unit, length] of units)
    if (Math.abs(distance) >= length) return away.format(Math.trunc(distance / length), unit);
  return distance < 0 ? 'just now' : 'in less than a minute';
}
