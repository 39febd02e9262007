import type { TargetedEvent, VNode } from 'preact';
import { plainDigits } from '../core/model/plain-digits.ts';
import type { Answer, TypedDay } from '../core/model/question.ts';
import type { Invalidity } from '../form/contract.ts';
import type { FirstMessages } from '../locale/messages.ts';
import { type ControlProps, type Help, purposeOf, rememberDrawn } from './controls.tsx';
import { Icon, joinIds, type Screen } from './screen.tsx';

type Change = (typed: TypedDay) => TypedDay;

const isBirthDate = ({ autoComplete }: Help): boolean => autoComplete === 'bday';

/** Fields for day, month and year: a date wheel suits a thumb, but not a year of birth. */
export const isTyped = ({ hasFinePointer }: Pick<Screen, 'hasFinePointer'>, help: Help): boolean =>
  isBirthDate(help) || hasFinePointer;

/** A date, or the two of a range. */
export function DateControl({ field, screen, ids, described }: ControlProps) {
  const help = purposeOf(field);
  const messages = screen.messages.value;
  const hasParts = isTyped(screen, help);
  const isRange = field.question.type === 'date_range';
  const isBirth = isBirthDate(help);
  const days = daysOf(field.entry.value, isRange);
  const faulty = faultyParts(field.error.value, days);

  const idOf = (index: number) => (index === 0 ? ids.control : `${ids.control}-to`);

  function write(index: number, change: Change, isLeft: boolean, isHalf = false): void {
    // Autofill fills in several fields before the next render.
    const typed = daysOf(field.entry.peek(), isRange)
      .map((day, at) => (at === index ? change(day) : day))
      .map((day) => (isLeft ? withFullYear(day, isBirth) : day));
    const answer = answerOf(typed, isRange, isHalf);
    // An incomplete year (2, 20, 202) does not replace the answer.
    if (isLeft || field.answer.peek() === null || answer.kind !== 'unreadable')
      screen.form.setAnswer(field.question.id, answer);
    rememberTyped(field.entry.peek(), typed);
  }

  const drawn = days.map((typed, index) => {
    const day: Day = {
      id: idOf(index),
      described: index === 0 ? described : undefined,
      // A single native control is described by its error, like any other.
      errorId: hasParts || isRange ? ids.error : '',
      typed,
      faulty: faulty[index] ?? [],
      isBirth,
      messages,
      write: (change, isLeft, isHalf) => write(index, change, isLeft, isHalf),
    };
    return hasParts ? drawParts(day) : drawNative(day);
  });
  if (!isRange) return drawn[0] ?? null;
  return <div class="af-range">{drawn.map(drawEnd)}</div>;

  function drawEnd(day: VNode, index: number) {
    const label = messages.text(index === 0 ? 'from' : 'to');
    const id = idOf(index);
    if (!hasParts)
      return (
        <label class="af-end" for={id}>
          <span>{label}</span>
          {day}
        </label>
      );
    return (
      <fieldset class="af-end" aria-labelledby={`${id}-label`}>
        <span id={`${id}-label`}>{label}</span>
        {day}
      </fieldset>
    );
  }
}

interface Day {
  readonly id: string;
  /** Description of the first field, because Orca and others read none for a group. */
  readonly described: string | undefined;
  readonly errorId: string;
  readonly typed: TypedDay;
  readonly faulty: readonly PartName[];
  readonly isBirth: boolean;
  readonly messages: FirstMessages;
  readonly write: (change: Change, isLeft: boolean, isHalf?: boolean) => void;
}

type Typing = TargetedEvent<HTMLInputElement>;

function drawNative({ id, described, errorId, typed, faulty, write }: Day) {
  function take({ currentTarget, type }: Typing): void {
    const inputs = currentTarget.closest('.af-block')?.querySelectorAll('input') ?? [];
    const isHalf = [...inputs].some(({ validity }) => validity?.badInput);
    write(() => showDay(currentTarget.value), type === 'blur', isHalf);
  }
  return (
    <input
      type="date"
      // Limits the year to four digits, where the browser would allow six.
      max="9999-12-31"
      class="af-box af-short"
      part="control"
      id={id}
      aria-describedby={joinIds(described, faulty.length > 0 && errorId)}
      aria-invalid={faulty.length > 0 || undefined}
      value={writeDay(typed)}
      ref={(control) => rememberDrawn(control)}
      onInput={take}
      // A date that is left half filled in had no `input` event: its value was empty before and after.
      onBlur={take}
    />
  );
}

function drawParts({ id, described, errorId, typed, faulty, isBirth, messages, write }: Day) {
  const order = orderOf(messages.locale, navigator.languages);
  const drawPart = (name: PartName, at: number) => {
    const isFaulty = faulty.includes(name);
    const take = ({ currentTarget: { value }, type }: Typing) =>
      write((last) => {
        // While typing, the beginning of a day could be read as a whole one.
        const isWhole = type === 'blur' || value.length > last[name].length + 1;
        return (isWhole && readWholeDay(value, order)) || { ...last, [name]: value };
      }, type === 'blur');
    return (
      <label class={name === 'year' ? 'af-part af-year' : 'af-part'}>
        <span>{messages.text(`date.${name}`)}</span>
        <input
          type="text"
          class="af-box"
          part="control"
          id={at === 0 ? id : `${id}-${name}`}
          data-date-part={name}
          inputMode="numeric"
          autoComplete={isBirth ? `bday-${name}` : 'off'}
          aria-describedby={joinIds(at === 0 && described, isFaulty && errorId)}
          aria-invalid={isFaulty || undefined}
          value={typed[name]}
          ref={(control) => rememberDrawn(control)}
          onInput={take}
          onBlur={take}
        />
      </label>
    );
  };
  return (
    <div class="af-parts">
      {order.map(drawPart)}
      {opensCalendars() &&
        drawCalendar(messages.text('date.calendar'), readDay(typed) ?? '', (day) =>
          write(() => showDay(day), true),
        )}
    </div>
  );
}

/** The one message of a range is for both ends, but only what has to change is marked. */
function faultyParts(error: Invalidity | null, days: readonly TypedDay[]): readonly (readonly PartName[])[] {
  const all = (isFaulty: (day: TypedDay, index: number) => boolean) =>
    days.map((day, index) => (isFaulty(day, index) ? partNames : []));
  switch (error?.code) {
    case undefined:
      return all(() => false);
    case 'range_incomplete':
      return all((_, index) => index === (error.missing === 'from' ? 0 : 1));
    case 'range_reversed':
      return all((_, index) => index === 1);
    case 'unreadable_date': {
      const wrong = days.map(wrongParts);
      if (wrong.some(({ length }) => length > 0)) return wrong;
      // Parts that the browser hides are empty here.
      return all((day) => days.length === 1 || readDay(day) === '');
    }
    default:
      return all(() => true);
  }
}

/** The browser's own calendar next to the typed fields, where a page can open it. */
function drawCalendar(label: string, day: string, onChoose: (day: string) => void) {
  function open({ currentTarget }: TargetedEvent<HTMLButtonElement>): void {
    // Created when pressed, because it costs as much as the rest of the date.
    const calendar = document.createElement('input');
    Object.assign(calendar, { type: 'date', tabIndex: -1, max: '9999-12-31', value: day });
    calendar.addEventListener('input', () => calendar.value && onChoose(calendar.value));
    currentTarget.previousElementSibling?.replaceChildren(calendar);
    calendar.showPicker();
  }
  return (
    <span class="af-calendar">
      {/* Neither visible nor focusable: the calendar opens here. */}
      <span class="af-hidden" aria-hidden="true" />
      <button type="button" class="af-link" aria-label={label} onClick={open}>
        <Icon name="calendar" />
      </button>
    </span>
  );
}

/** Browsers refuse `showPicker` in a frame of another origin (HTML standard). */
function opensCalendars(): boolean {
  try {
    return 'showPicker' in HTMLInputElement.prototype && Boolean(top?.location.href);
  } catch {
    return false;
  }
}

export const partNames = ['day', 'month', 'year'] as const;
export type PartName = keyof TypedDay;
type Order = readonly PartName[];

const emptyDay: TypedDay = { day: '', month: '', year: '' };

const yearFirst = ['year', 'month', 'day'] as const;

/**
 * A table, because the first format of `Intl` takes a slow phone 20 ms while the form is drawn.
 * @param languages the applicant's, because "en" alone does not decide the order
 */
export function orderOf(locale: string, languages: readonly string[]): Order {
  const wanted = locale.includes('-') ? locale : languages.find((tag) => tag.startsWith(`${locale}-`));
  if (/^(en-(CA|SE|ZA)|fr-CA)\b/.test(wanted ?? locale)) return yearFirst;
  return /^(en(-(PH|PR|US)|$)|es-(PA|PR))\b/.test(wanted ?? locale) ? ['month', 'day', 'year'] : partNames;
}

/** ISO day; `''` if nothing was typed; null if it is no day. */
export function readDay(typed: TypedDay): string | null {
  const [day = '', month = '', year = ''] = partNames.map((name) => plain(typed[name]));
  if (!day && !month && !year) return '';
  const iso = writeDay({ day, month, year });
  return isDay(iso) ? iso : null;
}

/** `Date` reads the 31st of February as the 3rd of March. */
const isDay = (iso: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(iso) && new Date(`${iso}T00:00Z`).getUTCDate() === Number(iso.slice(-2));

/** Writes the value of a native control; empty if a part is missing. */
const writeDay = ({ day, month, year }: TypedDay): string =>
  year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** A year is missing until it has four digits. */
export const missingParts = (typed: TypedDay): readonly PartName[] =>
  partNames.filter((name) => plain(typed[name]).length < (name === 'year' ? 4 : 1));

/** The missing parts, else the wrong one; none for a valid or an empty day. */
export function wrongParts(typed: TypedDay): readonly PartName[] {
  if (readDay(typed) !== null) return [];
  const missing = missingParts(typed);
  if (missing.length > 0) return missing;
  const month = Number(plain(typed.month));
  if (!(month >= 1 && month <= 12)) return ['month'];
  return /^[1-9]\d{3}$/.test(plain(typed.year)) ? ['day'] : ['year'];
}

/** A whole day that was pasted or typed into one field; null if it is none. */
export function readWholeDay(text: string, order: Order): TypedDay | null {
  const written = plain(text)
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(/T.*/, '');
  const numbers = written.split(/[-/., ]+/).filter(Boolean);
  if (numbers.length !== 3 || !numbers.every((digits) => /^\d{1,4}$/.test(digits))) return null;
  const names: Order = /^\d{4}/.test(written) ? yearFirst : order;
  const [day = '', month = '', year = ''] = partNames.map((name) => numbers[names.indexOf(name)]);
  return { day: day.replace(/^0(?=\d)/, ''), month: month.replace(/^0(?=\d)/, ''), year };
}

/** The texts of the three fields. */
const showDay = (iso: string): TypedDay => readWholeDay(iso, yearFirst) ?? emptyDay;

const plain = (text: string): string => plainDigits(text.normalize('NFKC')).trim();

/** Two-digit years up to twenty years ahead are in the future, all others in the past. */
const YEARS_AHEAD = 20;

/** Completes a year of two digits; a year of birth is in the past. */
export function withFullYear(typed: TypedDay, isBirth: boolean): TypedDay {
  const year = plain(typed.year);
  if (!/^\d\d$/.test(year)) return typed;
  const now = new Date().getFullYear();
  const inThisCentury = now - (now % 100) + Number(year);
  const isPast = inThisCentury > (isBirth ? now : now + YEARS_AHEAD);
  return { ...typed, year: `${isPast ? inThisCentury - 100 : inThisCentury}` };
}

/** Fields keep the typed text until something else changes the answer: a draft or a reset. */
const asTyped = new WeakMap<Answer, readonly TypedDay[]>();

const rememberTyped = (answer: Answer | null, days: readonly TypedDay[]): void => {
  if (answer) asTyped.set(answer, days);
};

/** One day, or the two of a range. */
function daysOf(answer: Answer | null, isRange: boolean): readonly TypedDay[] {
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

/** @param isHalf whether a native control contains part of a day, which browsers do not reveal */
function answerOf(days: readonly TypedDay[], isRange: boolean, isHalf: boolean): Answer {
  const [from = '', to = ''] = days.map(readDay);
  if (isHalf || from === null || to === null) {
    const parts = days.flatMap((day) => partNames.map((name) => day[name]));
    return { kind: 'unreadable', typed: parts.filter(Boolean).join(' '), days };
  }
  return isRange ? { kind: 'date_range', from, to } : { kind: 'date', day: from };
}
