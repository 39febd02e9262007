import type { Field, Invalidity } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { Icon } from '../icon.tsx';
import { alertShape } from '../icon-shapes.ts';
import type { Screen } from '../screen.ts';
import { invalidityText } from './invalidity-text.ts';
import { useToldError } from './tell-errors.ts';
import { titled } from './titled.ts';

interface ErrorWordsProps {
  readonly field: Field;
  readonly error: Invalidity;
  readonly screen: Screen;
  readonly messages: Messages;
}

export function ErrorWords({ field, error, screen, messages }: ErrorWordsProps) {
  const text = invalidityText(messages, field, error);
  useToldError(screen, { field, error, text: titled(messages, field.shown, text) });
  return (
    <>
      <Icon shape={alertShape} />
      {text}
    </>
  );
}
