/** Text whose writing the service's document fixes, as types: what cannot be such a text does not compile. */

/** `2026-09-01`. */
export type DayText = `${number}-${number}-${number}`;

/** A moment (RFC 3339): `2026-09-01T09:30:00Z`. */
export type DateTimeText = `${DayText}T${string}`;

/** Content in base64 behind its media type (RFC 2397), as the service takes files. */
export type DataUri = `data:${string};base64,${string}`;

/** For text from elsewhere: a day of the calendar, written as the service has it. */
export function isDayText(text: string): text is DayText {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

export const isDateTimeText = (text: string): text is DateTimeText =>
  isDayText(text.slice(0, 10)) && text[10] === 'T' && !Number.isNaN(Date.parse(text));
