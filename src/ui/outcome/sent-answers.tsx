import type { Field, Form } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { answerText } from '../question/answer-text.ts';
import type { Accepted } from '../question/correction.ts';
import { titleOf } from '../question/title-of.ts';

interface SentAnswersProps extends Pick<Accepted, 'sent'> {
  readonly form: Form;
  readonly messages: Messages;
}

/** What was sent, folded: each question with its answer, as the applicant saw them. */
export function SentAnswers({ form, sent, messages }: SentAnswersProps) {
  if (sent.size === 0) return null;
  const rows = [...sent].flatMap(([id, answer]) => {
    const field = form.fields.get(id);
    return field ? [{ field, answer }] : [];
  });
  return (
    <details>
      <summary>
        {summaryText(
          messages,
          rows.map(({ field }) => field),
        )}
      </summary>
      <dl>
        {rows.map(({ field: { shown: question }, answer }) => (
          <div key={question.id}>
            <dt dir="auto">{titleOf(messages, question)}</dt>
            <dd dir="auto">{answerText(messages, question, answer)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Details are not answers to the employer's questions: where they were sent, too, no number is given. */
const summaryText = (messages: Messages, fields: readonly Field[]): string =>
  fields.some(({ question }) => question.detail)
    ? messages.text('receipt.sentAll')
    : messages.text('receipt.sent', { count: fields.length });
