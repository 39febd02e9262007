import type { Answer } from '../../model/answer.ts';
import { elementIds } from '../screen.ts';
import { drawClearing } from './clearing.tsx';
import { controlAttributes } from './common.ts';
import type { ControlProps } from './control.tsx';

/** Keeps the year at four digits where the browser would take six. */
const lastDay = '9999-12-31';

/** A date that is only partly filled in has no value, but is not empty. */
const isBroken = (input: HTMLInputElement) => input.validity?.badInput === true;

export function DateControl(props: ControlProps) {
  const { field, screen } = props;
  const entry = field.entry.value;

  function onInput({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }): void {
    const answer: Answer | null = isBroken(input)
      ? { kind: 'unreadable', typed: input.value }
      : input.value
        ? { kind: 'date', day: input.value }
        : null;
    screen.form.setAnswer(field.question.id, answer);
  }

  return (
    <>
      <input
        type="date"
        max={lastDay}
        class="box short"
        {...controlAttributes(props)}
        value={entry?.kind === 'date' ? entry.day : ''}
        onInput={onInput}
        // A date that is left half filled in had no `input` event: its value was empty before and after.
        onBlur={onInput}
      />
      {drawClearing({ field, screen })}
    </>
  );
}

export function DateRangeControl(props: ControlProps) {
  const { field, screen } = props;
  const { control } = elementIds(screen, field);
  const range = readRange(field.entry.value);

  function onInput({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
    const inputs = currentTarget.closest('.range')?.querySelectorAll('input') ?? [];
    screen.form.setAnswer(field.question.id, writeRange([...inputs]));
  }

  const end = (which: 'from' | 'to', id: string) => (
    <label class="end">
      <span>{screen.messages.value.text(which)}</span>
      <input
        type="date"
        max={lastDay}
        part="control"
        class="box"
        id={id}
        aria-invalid={field.error.value !== null || undefined}
        value={range[which]}
        onInput={onInput}
        onBlur={onInput}
      />
    </label>
  );
  return (
    <>
      <div class="range">
        {end('from', control)}
        {end('to', `${control}-to`)}
      </div>
      {drawClearing({ field, screen })}
    </>
  );
}

/** A range with an end that is only partly filled in is kept as both values with a slash between them. */
function writeRange(inputs: readonly HTMLInputElement[]): Answer {
  const [from = '', to = ''] = inputs.map((input) => input.value);
  return inputs.some(isBroken)
    ? { kind: 'unreadable', typed: `${from}/${to}` }
    : { kind: 'date_range', from, to };
}

function readRange(entry: Answer | null): { readonly from: string; readonly to: string } {
  if (entry?.kind === 'date_range') return entry;
  const [from = '', to = ''] = entry?.kind === 'unreadable' ? entry.typed.split('/') : [];
  return { from, to };
}
