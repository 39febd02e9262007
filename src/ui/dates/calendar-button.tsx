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
  const calendar = useRef<HTMLInputElement>(null);
  if (!opensCalendars()) return null;
  return (
    <span class="af-calendar">
      {/* Neither seen nor reached: the calendar opens where it stands. */}
      <span aria-hidden="true">
        <input
          type="date"
          ref={calendar}
          tabindex={-1}
          max="9999-12-31"
          value={day}
          onInput={({ currentTarget: { value } }) => value && onChoose(value)}
        />
      </span>
      <button type="button" aria-label={label} onClick={() => calendar.current?.showPicker()}>
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
