/** A date, or the two of a range, as fields for day, month and year in the order of the language. */
import { useRef } from 'preact/hooks';
import type { Answer } from '../../core/model/answer.ts';
import type { Invalidity } from '../../form/contract.ts';
import type { FirstMessages } from '../../locale/messages.ts';
import type { ControlProps } from '../controls/control-props.ts';
import type { Help } from '../controls/purpose.ts';
import { rememberDrawn } from '../controls/read-controls.ts';
import { CalendarButton } from './calendar-button.tsx';
import {
  emptyDay,
  faultyParts,
  orderOf,
  type PartName,
  partNames,
  type Reading,
  readDay,
  readWholeDay,
  regionalLocale,
  showDay,
  type TypedDay,
  understood,
} from './read-typed-date.ts';

interface TypedDateProps extends ControlProps {
  readonly help: Help;
}

type Ends = readonly TypedDay[];

export function TypedDate({ help, ...props }: TypedDateProps) {
  const { field, screen, ids, described } = props;
  const messages = screen.messages.value;
  const isRange = field.question.type === 'date_range';
  const error = field.error.value;
  const { locale } = messages;
  const reading = {
    locale: regionalLocale(locale, navigator.languages),
    isBirth: isBirthDate(help),
    isLeft: true,
  };
  const { read, remember } = useTypedDays(isRange);
  const ends = read(field.entry.value);

  function write(place: number, change: (typed: TypedDay) => TypedDay, isLeft: boolean): void {
    // A browser that fills in several fields at once does not wait for them to be drawn.
    const typed = read(field.entry.peek()).map((end, at) => (at === place ? change(end) : end));
    const answer = answerOf(typed, { ...reading, isLeft }, isRange);
    // While a year is typed its first digits are none yet: until it is whole, an answer stays.
    if (isLeft || field.answer.peek() === null || answer.kind !== 'unreadable')
      screen.form.setAnswer(field.question.id, answer);
    remember(typed, field.entry.peek());
  }

  const faulty = ends.map((typed, place) => faultyOf(error, typed, place, reading));
  // What another control left half filled in is empty here.
  const isUnknown = error !== null && faulty.every((parts) => parts.length === 0);
  const drawn = ends.map((typed, place) =>
    drawDay({
      id: place === 0 ? ids.control : `${ids.control}-to`,
      described: place === 0 ? described : '',
      errorId: ids.error,
      typed,
      faulty: isUnknown ? partNames : (faulty[place] ?? []),
      reading,
      messages,
      write: (change, isLeft) => write(place, change, isLeft),
    }),
  );
  if (!isRange) return drawn[0] ?? null;
  return (
    <div class="af-range">
      {(['from', 'to'] as const).map((which, place) => (
        <fieldset class="af-end af-typed" aria-labelledby={`${ids.control}-${which}-label`}>
          <span id={`${ids.control}-${which}-label`}>{messages.text(which)}</span>
          {drawn[place]}
        </fieldset>
      ))}
    </div>
  );
}

interface Day {
  readonly id: string;
  /** What is heard at the first field: Orca and others read no description of a group. */
  readonly described: string;
  readonly errorId: string;
  readonly typed: TypedDay;
  readonly faulty: readonly PartName[];
  readonly reading: Reading;
  readonly messages: FirstMessages;
  readonly write: (change: (typed: TypedDay) => TypedDay, isLeft: boolean) => void;
}

function drawDay({ id, described, errorId, typed, faulty, reading, messages, write }: Day) {
  const drawPart = (name: PartName, at: number) => (
    <label class={name === 'year' ? 'af-part af-year' : 'af-part'}>
      <span>{messages.text(`date.${name}`)}</span>
      <input
        type="text"
        class="af-box"
        part="control"
        id={at === 0 ? id : `${id}-${name}`}
        data-date-part={name}
        inputMode="numeric"
        autoComplete={reading.isBirth ? `bday-${name}` : 'off'}
        aria-describedby={
          `${at === 0 ? described : ''} ${faulty.includes(name) ? errorId : ''}`.trim() || undefined
        }
        aria-invalid={faulty.includes(name) || undefined}
        value={typed[name]}
        ref={(control) => rememberDrawn(control)}
        onInput={({ currentTarget: { value } }) =>
          write((last) => {
            // Key by key the beginning of a whole day would be taken for one.
            const isPasted = value.length > last[name].length + 1;
            return (isPasted && readWholeDay(value, reading)) || { ...last, [name]: value };
          }, false)
        }
        onBlur={({ currentTarget: { value } }) =>
          write(
            (last) => understood(readWholeDay(value, reading) ?? { ...last, [name]: value }, reading),
            true,
          )
        }
      />
    </label>
  );
  return (
    <div class="af-parts">
      {orderOf(reading.locale).map(drawPart)}
      <CalendarButton
        label={messages.text('date.calendar')}
        day={readDay(typed, reading) ?? ''}
        onChoose={(day) => write(() => showDay(day), true)}
      />
    </div>
  );
}

export const isBirthDate = ({ autoComplete }: Help): boolean => autoComplete === 'bday';

/** Only what has to change is marked. */
function faultyOf(
  error: Invalidity | null,
  typed: TypedDay,
  place: number,
  reading: Reading,
): readonly PartName[] {
  switch (error?.code) {
    case undefined:
      return [];
    case 'unreadable_date':
      return faultyParts(typed, reading);
    case 'range_incomplete':
      return error.missing === (place === 0 ? 'from' : 'to') ? partNames : [];
    case 'range_reversed':
      return place === 1 ? partNames : [];
    default:
      return partNames;
  }
}

/** Parts of one day, and the days of a range, as what cannot be read keeps them; neither sign can be typed in a line. */
const PARTS = '\t';
const ENDS = '\n';

function answerOf(ends: Ends, reading: Reading, isRange: boolean): Answer {
  const days = ends.map((end) => readDay(end, reading));
  const [from = '', to = ''] = days.map((day) => day ?? '');
  if (days.includes(null)) {
    const typed = ends
      .map((end) => partNames.map((name) => end[name].replace(/\s/g, ' ')).join(PARTS))
      .join(ENDS);
    return { kind: 'unreadable', typed };
  }
  return isRange ? { kind: 'date_range', from, to } : { kind: 'date', day: from };
}

function endsOf(entry: Answer | null): Ends {
  switch (entry?.kind) {
    case 'date':
      return [showDay(entry.day)];
    case 'date_range':
      return [showDay(entry.from), showDay(entry.to)];
    case 'unreadable':
      // As the native control keeps them (`native-date.tsx`).
      if (!entry.typed.includes(PARTS)) return entry.typed.split('/').map(showDay);
      return entry.typed.split(ENDS).map((end) => {
        const [day = '', month = '', year = ''] = end.split(PARTS);
        return { day, month, year };
      });
    default:
      return [];
  }
}

/** What was typed stays as it was typed, until the answer is changed from elsewhere: a draft, a reset. */
function useTypedDays(isRange: boolean) {
  const remembered = useRef<{ readonly ends: Ends; readonly entry: Answer | null } | null>(null);
  return {
    read(entry: Answer | null): Ends {
      if (remembered.current === null || remembered.current.entry !== entry) {
        const [from = emptyDay, to = emptyDay] = endsOf(entry);
        remembered.current = { ends: isRange ? [from, to] : [from], entry };
      }
      return remembered.current.ends;
    },
    remember(ends: Ends, given: Answer | null) {
      remembered.current = { ends, entry: given };
    },
  };
}
