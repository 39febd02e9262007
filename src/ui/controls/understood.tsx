import { type Signal, signal } from '@preact/signals';
import type { Field } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { type NumberReading, readNumber } from '../../locale/number-reading.ts';
import { announce } from '../announcements/announcer.ts';
import { focusedFrom } from '../focus/focus-field.ts';
import { questionOf } from '../question/question-of.ts';
import { elementIds, type LazyFieldProps, type Screen } from '../screen.ts';

/** The last doubtful reading of each number, because its field no longer shows what was typed. */
const doubtful = new WeakMap<Field, Signal<NumberReading | null>>();

function doubtOf(field: Field): Signal<NumberReading | null> {
  const known = doubtful.get(field) ?? signal(null);
  doubtful.set(field, known);
  return known;
}

/** Says a number back when its field is left, if how it was written left a doubt. */
export function sayNumbersBack(screen: Screen, life: AbortSignal): void {
  function hear({ target }: Event): void {
    const field = numberField(screen, target);
    if (field === undefined || !(target instanceof HTMLInputElement)) return;
    const reading = readNumber(target.value, screen.messages.peek().locale);
    const doubt = doubtOf(field);
    if (!reading || reading.doubt === 'none' || reading.decimal === doubt.peek()?.decimal) return;
    doubt.value = reading;
    const messages = screen.lazy.peek()?.messages;
    if (messages) announce(screen, textOf(messages, reading));
  }
  // In the capture phase, because the field itself then shows the number in the form's writing.
  screen.box.current?.addEventListener('blur', hear, { capture: true, signal: life });
}

function numberField({ form }: Screen, target: EventTarget | null): Field | undefined {
  const id = questionOf(target);
  const field = id === null ? undefined : form.fields.get(id);
  return field?.question.type === 'number' ? field : undefined;
}

/** Treats numbers that were left before anything could read them as left now. */
export function leaveEarlyNumbers(screen: Screen): void {
  const { current } = screen.box;
  const focused = focusedFrom(current);
  for (const input of current?.querySelectorAll('input') ?? [])
    if (input.value && input !== focused && numberField(screen, input))
      input.dispatchEvent(new Event('blur'));
}

/** null: there was no doubt, or it is another number by now. */
export function drawUnderstood({ field, screen, messages }: LazyFieldProps) {
  const reading = doubtOf(field).value;
  const entry = reading && field.entry.value;
  if (entry?.kind !== 'number' || entry.text !== reading?.decimal) return null;
  return (
    <p class="af-count" id={elementIds(screen, field).hint}>
      {textOf(messages, reading)}
    </p>
  );
}

/** Without zeros at its end, which tell 70 from 70,000. */
function textOf(messages: Messages, { decimal, doubt }: NumberReading): string {
  const number = messages.formatNumber(decimal.replace(/\.0*$|(\.\d*[1-9])0+$/, '$1'));
  return messages.text(doubt === 'decimals' ? 'number.decimals' : 'number.understood', { number });
}
