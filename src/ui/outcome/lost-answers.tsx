import { answerText } from '../question/answer-text.ts';
import type { LostAnswersProps } from '../screen.ts';

/** Answers that have no place in the changed form; only here can they still be read and copied. */
export function LostAnswers({ lost, messages, words }: LostAnswersProps) {
  if (lost.length === 0) return null;
  return (
    <>
      <p>{words.text('form.lost', { count: lost.length })}</p>
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
