/** The arrow keys, Home and End go from row to row: a form of thousands of questions is one stop of the Tab key. */
import type { Look } from './look.ts';

const steps: Readonly<Record<string, (place: number, rows: number) => number>> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  Home: () => 0,
  End: (_place, rows) => rows - 1,
};

export function moveAmongRows(event: KeyboardEvent, look: Look): void {
  const step = steps[event.key];
  const list = event.currentTarget instanceof Element ? event.currentTarget.closest('.roots') : null;
  if (step === undefined || list === null) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const place = rows.findIndex((row) => row.dataset['row'] === look.stop.now);
  const next = rows[Math.max(0, Math.min(rows.length - 1, step(place, rows.length)))];
  event.preventDefault();
  next?.focus();
}
