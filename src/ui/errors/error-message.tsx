import type { Field, Invalidity } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { Icon } from '../icon/icon.tsx';
import { alertShape } from '../icon/icon-shapes.ts';
import { titled } from '../question/titled.ts';
import { invalidityText } from './invalidity-text.ts';

interface ErrorMessageProps {
  readonly field: Field;
  readonly error: Invalidity;
  readonly messages: Messages;
}

export const ErrorMessage = ({ field, error, messages }: ErrorMessageProps) => (
  <>
    <Icon shape={alertShape} />
    <span class="af-hidden">{titled(messages, messages.text('error.heard'), '')}</span>
    {invalidityText(messages, field, error)}
  </>
);

/** The one message of a range is for both ends, but only what has to change is marked. */
export function isFaultyEnd(end: 'from' | 'to', day: string, error: Invalidity): boolean {
  if (error.code === 'range_incomplete') return error.missing === end;
  if (error.code === 'range_reversed') return end === 'to';
  // A half-filled end is empty, or its year begins with 0.
  return error.code !== 'unreadable_date' || !/^[1-9]/.test(day);
}
