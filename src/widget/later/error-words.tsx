import type { Invalidity } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Question } from '../../model/question.ts';
import { Icon } from '../icon.tsx';
import { alertShape } from '../icon-shapes.ts';
import { invalidityText } from './invalidity-text.ts';

interface ErrorWordsProps {
  readonly question: Question;
  readonly error: Invalidity;
  readonly messages: Messages;
}

export const ErrorWords = ({ question, error, messages }: ErrorWordsProps) => (
  <>
    <Icon shape={alertShape} />
    {invalidityText(messages, question, error)}
  </>
);
