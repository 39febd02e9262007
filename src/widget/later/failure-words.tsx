import type { Messages } from '../../locale/messages.ts';
import type { Failure } from '../../model/failure.ts';
import { Icon } from '../icon.tsx';
import { failureLooks } from './failure-looks.ts';

interface FailureWordsProps {
  readonly failure: Failure;
  readonly messages: Messages;
}

/** Why an application was not sent, and that nothing is lost. */
export const FailureWords = ({ failure, messages }: FailureWordsProps) => (
  <>
    <Icon shape={failureLooks[failure.code].shape} />
    <p>
      <b>{messages.text('title.cannotSend')}</b> {messages.text(`failure.${failure.code}`)}{' '}
      {failure.retryAfter !== null && messages.text('way.wait', { count: failure.retryAfter })}{' '}
      {messages.text('way.kept')}
    </p>
  </>
);
