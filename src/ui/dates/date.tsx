import type { TargetedEvent, VNode } from 'preact';
import type { TypedDay } from '../../core/model/answer.ts';
import type { Invalidity } from '../../form/contract.ts';
import type { FirstMessages } from '../../locale/messages.ts';
import type { ControlProps } from '../controls/control-props.ts';
import type { Help } from '../controls/purpose.ts';
import { rememberDrawn } from '../controls/read-controls.ts';
import type { Screen } from '../screen.ts';
import { CalendarButton } from './calendar-button.tsx';
import {
  answerOf,
  daysOf,
  orderOf,
  type PartName,
  partNames,
  readDay,
  readWholeDay,
  rememberTyped,
  showDay,
  withFullYear,
  writeDay,
  wrongParts,
} from './typed-day.ts';

type Change = (typed: TypedDay) => TypedDay;

const isBirthDate = ({ autoComplete }: Help): boolean => autoComplete === 'bday';

/** In fields for day, month and year: a wheel suits a thumb, but not the way back to a year of birth. */
export const isTyped = ({ hasFinePointer }: Pick<Screen, 'hasFinePointer'>, help: Help): boolean =>
  isBirthDate(help) || hasFinePointer;

/** A date, or the two of a range. */
export const drawDate = (props: ControlProps, help: Help) => <DateControl {...props} help={help} />;

function DateControl({ field, screen, ids, described, help }: ControlProps & { readonly help: Help }) {
  const messages = screen.messages.value;
  const hasParts = isTyped(screen, help);
  const isRange = field.question.type === 'date_range';
  const isBirth = isBirthDate(help);
  const days = daysOf(field.entry.value, isRange);
  const faulty = faultyParts(field.error.value, days);

  const idOf = (place: number) => (place === 0 ? ids.control : `${ids.control}-to`);

  function write(place: number, change: Change, isLeft: boolean, isHalf = false): void {
    // A browser that fills in several fields at once does not wait for them to be drawn.
    const typed = daysOf(field.entry.peek(), isRange)
      .map((day, at) => (at === place ? change(day) : day))
      .map((day) => (isLeft ? withFullYear(day, isBirth) : day));
    const answer = answerOf(typed, isRange, isHalf);
    // The first digits of a year are none yet, or another one (2, 20, 202): until it is whole, an answer stays.
    if (isLeft || field.answer.peek() === null || answer.kind !== 'unreadable')
      screen.form.setAnswer(field.question.id, answer);
    rememberTyped(field.entry.peek(), typed);
  }

  const drawn = days.map((typed, place) => {
    const day: Day = {
      id: idOf(place),
      described: place === 0 ? described : '',
      // One native control is described by its error as any other.
      errorId: hasParts || isRange ? ids.error : '',
      typed,
      faulty: faulty[place] ?? [],
      isBirth,
      messages,
      write: (change, isLeft, isHalf) => write(place, change, isLeft, isHalf),
    };
    return hasParts ? drawParts(day) : drawNative(day);
  });
  if (!isRange) return drawn[0] ?? null;
  return <div class="af-range">{drawn.map(drawEnd)}</div>;

  function drawEnd(day: VNode, place: number) {
    const label = messages.text(place === 0 ? 'from' : 'to');
    const id = idOf(place);
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
  /** What is heard at the first field: Orca and others read no description of a group. */
  readonly described: string;
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
      // Keeps the year at four digits where the browser would take six.
      max="9999-12-31"
      class="af-box af-short"
      part="control"
      id={id}
      aria-describedby={joined(described, faulty.length > 0 && errorId)}
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
        // Key by key the beginning of a whole day would be taken for one.
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
          aria-describedby={joined(at === 0 && described, isFaulty && errorId)}
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
      <CalendarButton
        label={messages.text('date.calendar')}
        day={readDay(typed) ?? ''}
        onChoose={(day) => write(() => showDay(day), true)}
      />
    </div>
  );
}

const joined = (...ids: readonly (string | false)[]) => ids.filter(Boolean).join(' ') || undefined;

/** The one message of a range is for both ends, but only what has to change is marked. */
function faultyParts(error: Invalidity | null, days: readonly TypedDay[]): readonly (readonly PartName[])[] {
  const all = (isFaulty: (day: TypedDay, place: number) => boolean) =>
    days.map((day, place) => (isFaulty(day, place) ? partNames : []));
  switch (error?.code) {
    case undefined:
      return all(() => false);
    case 'range_incomplete':
      return all((_, place) => place === (error.missing === 'from' ? 0 : 1));
    case 'range_reversed':
      return all((_, place) => place === 1);
    case 'unreadable_date': {
      const wrong = days.map(wrongParts);
      if (wrong.some(({ length }) => length > 0)) return wrong;
      // What the browser does not give is empty here.
      return all((day) => days.length === 1 || readDay(day) === '');
    }
    default:
      return all(() => true);
  }
}
