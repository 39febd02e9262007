import type { Messages } from '../../locale/messages.ts';
import type { Failure, FailureCode } from '../../model/failure.ts';
import { Icon } from '../icon.tsx';
import { failureLooks } from './failure-looks.ts';

interface FailureWordsProps {
  readonly failure: Failure;
  readonly messages: Messages;
}

/** Whose way on is another page: what was typed does not go along. */
const opensAgain: readonly FailureCode[] = [
  'token_invalid',
  'token_expired',
  'bad_request',
  'foreign_question',
];

/** Why an application was not sent, and that nothing is lost. */
export const FailureWords = ({ failure, messages }: FailureWordsProps) => (
  <>
    <Icon shape={failureLooks[failure.code].shape} />
    <p>
      <b>{messages.text(failure.code === 'already_submitted' ? 'title.already' : 'title.cannotSend')}</b>{' '}
      {messages.text(`failure.${failure.code}`)}{' '}
      {failure.retryAfter !== null && messages.text('way.wait', { count: failure.retryAfter })}{' '}
      {messages.text(opensAgain.includes(failure.code) ? 'way.copy' : 'way.kept')}
    </p>
  </>
);
