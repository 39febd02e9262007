import type { TargetedEvent } from 'preact';
import type { Answer } from '../../core/model/answer.ts';
import type { Invalidity } from '../../form/contract.ts';
import { type ControlProps, controlAttributes } from '../controls/control-props.ts';
import type { Help } from '../controls/purpose.ts';
import { rememberDrawn } from '../controls/read-controls.ts';

/** Keeps the year at four digits where the browser would take six. */
const lastDay = '9999-12-31';

interface DayAttributes extends Help {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A date, or the two of a range, by the browser's own control. */
export function drawDate(props: ControlProps, help: Help) {
  const { field, screen, ids, described } = props;
  const error = field.error.value;
  const isRange = field.question.type === 'date_range';
  const [from = '', to = ''] = readDays(field.entry.value);

  function onInput({ currentTarget, type }: TargetedEvent<HTMLInputElement>): void {
    const inputs = [...(currentTarget.closest('.af-block')?.querySelectorAll('input') ?? [])];
    // Browsers take each digit of a year being typed for a whole year (2, 20, 202): until it is whole, an answer stays.
    if (type === 'blur' || field.answer.peek() === null || !inputs.some(isEarly))
      screen.form.setAnswer(field.question.id, writeDays(inputs, isRange));
  }

  const drawDay = (attributes: DayAttributes, value: string) => (
    <input
      max={lastDay}
      part="control"
      class="af-box af-short"
      {...attributes}
      type="date"
      value={value}
      ref={(control) => rememberDrawn(control)}
      onInput={onInput}
      // A date that is left half filled in had no `input` event: its value was empty before and after.
      onBlur={onInput}
    />
  );
  const drawEnd = (which: 'from' | 'to', id: string, value: string) => (
    <label class="af-end" for={id}>
      <span>{screen.messages.value.text(which)}</span>
      {drawDay(
        {
          id,
          'aria-describedby':
            `${which === 'from' ? described : ''} ${error ? ids.error : ''}`.trim() || undefined,
          'aria-invalid': (error && isFaultyEnd(which, value, error)) || undefined,
        },
        value,
      )}
    </label>
  );
  if (!isRange) return drawDay({ ...help, ...controlAttributes(props) }, from);
  return (
    <div class="af-range">
      {drawEnd('from', ids.control, from)}
      {drawEnd('to', `${ids.control}-to`, to)}
    </div>
  );
}

/** The one message of a range is for both ends, but only what has to change is marked. */
function isFaultyEnd(end: 'from' | 'to', day: string, error: Invalidity): boolean {
  if (error.code === 'range_incomplete') return error.missing === end;
  if (error.code === 'range_reversed') return end === 'to';
  // A half-filled end is empty, or its year begins with 0.
  return error.code !== 'unreadable_date' || !/^[1-9]/.test(day);
}

/**
 * A date that is only partly filled in has no value, but is not empty. A range with such an end is kept as both values
 * with a slash between them.
 */
function writeDays(inputs: readonly HTMLInputElement[], isRange: boolean): Answer {
  const days = inputs.map((input) => input.value);
  const [from = '', to = ''] = days;
  if (inputs.some(isPart)) return { kind: 'unreadable', typed: days.join('/') };
  return isRange ? { kind: 'date_range', from, to } : { kind: 'date', day: from };
}

const isEarly = (input: HTMLInputElement) => input.value.startsWith('0');
const isPart = (input: HTMLInputElement) => input.validity?.badInput || isEarly(input);

function readDays(entry: Answer | null): readonly string[] {
  switch (entry?.kind) {
    case 'date':
      return [entry.day];
    case 'date_range':
      return [entry.from, entry.to];
    case 'unreadable':
      // In three fields it was typed otherwise (`typed-date.tsx`), and a half day has no place here.
      return entry.typed.includes('\t') ? [] : entry.typed.split('/');
    default:
      return [];
  }
}
