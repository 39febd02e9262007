import type { LostAnswer } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { answerText } from '../question/answer-text.ts';

interface LostAnswersProps {
  readonly messages: Messages;
  readonly lost: readonly LostAnswer[];
}

/** Answers that have no place in the changed form; only here can they still be read and copied. */
export function LostAnswers({ lost, messages }: LostAnswersProps) {
  if (lost.length === 0) return null;
  return (
    <>
      <p>{messages.text('form.lost', { count: lost.length })}</p>
      <dl>
        {lost.map(({ question, answer }) => (
          <div>
            <dt dir="auto">{question.title}</dt>
            <dd dir="auto">{answerText(messages, question, answer)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
