import { Icon } from '../icon/icon.tsx';
import { alertShape } from '../icon/icon-shapes.ts';
import { titled } from '../question/title-of.ts';
import type { ErrorMessageProps } from '../screen.ts';
import { invalidityText } from './invalidity-text.ts';

export const ErrorMessage = ({ field, error, messages }: ErrorMessageProps) => (
  <>
    <Icon shape={alertShape} />
    <span class="af-hidden">{titled(messages, messages.text('error.heard'), '')}</span>
    {invalidityText(messages, field, error)}
  </>
);
