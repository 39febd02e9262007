import { useRef } from 'preact/hooks';
import { Icon } from '../icon/icon.tsx';
import { calendarShape } from '../icon/icon-shapes.ts';

interface CalendarButtonProps {
  readonly label: string;
  /** ISO; `''`: none. */
  readonly day: string;
  readonly onChoose: (day: string) => void;
}

/** The browser's own calendar beside the typed fields, where a page can open it. */
export function CalendarButton({ label, day, onChoose }: CalendarButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  if (!opensCalendars()) return null;
  function open(): void {
    // Made at the press: it takes the browser as long as the rest of the date.
    const calendar = document.createElement('input');
    const looks = { type: 'date', tabIndex: -1, max: '9999-12-31', value: day };
    calendar.addEventListener('input', () => calendar.value && onChoose(calendar.value));
    place.current?.replaceChildren(Object.assign(calendar, looks));
    calendar.showPicker();
  }
  return (
    <span class="af-calendar">
      {/* Neither seen nor reached: the calendar opens where it stands. */}
      <span class="af-hidden" aria-hidden="true" ref={place} />
      <button type="button" class="af-link" aria-label={label} onClick={open}>
        <Icon shape={calendarShape} />
      </button>
    </span>
  );
}

/** Browsers refuse it in a frame of another origin (the HTML standard, `showPicker`). */
function opensCalendars(): boolean {
  try {
    return 'showPicker' in HTMLInputElement.prototype && Boolean(top?.location.href);
  } catch {
    return false;
  }
}
