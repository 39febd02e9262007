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
