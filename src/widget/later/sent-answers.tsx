import type { Form } from '../../form/contract.ts';
import { formatDay } from '../../locale/formats-later.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Answer } from '../../model/answer.ts';
import { unreachable } from '../../model/outcome.ts';
import type { Question } from '../../model/question.ts';

interface SentAnswersProps {
  readonly form: Form;
  readonly messages: Messages;
}

/** What was sent, folded: each question with its answer, as the applicant saw them. */
export function SentAnswers({ form, messages }: SentAnswersProps) {
  const sent = new Set(form.outgoing.value.map((answer) => answer.question));
  const fields = [...sent].flatMap((id) => form.fields.get(id) ?? []);
  if (fields.length === 0) return null;
  return (
    <details>
      <summary>{messages.text('receipt.sent', { count: fields.length })}</summary>
      <dl>
        {fields.map(({ shown: question, answer }) => (
          <div key={question.id}>
            <dt dir="auto">{question.title}</dt>
            <dd dir="auto">{answerText(messages, question, answer.value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function answerText(messages: Messages, question: Question, answer: Answer | null): string {
  switch (answer?.kind) {
    case undefined:
    case 'unreadable':
      return '';
    case 'boolean':
      return messages.text(answer.value ? 'yes' : 'no');
    case 'text':
    case 'url':
      return answer.text;
    case 'number':
      return messages.formatNumber(answer.text);
    case 'date':
      return formatDay(messages, answer.day);
    case 'date_range':
      return `${formatDay(messages, answer.from)} – ${formatDay(messages, answer.to)}`;
    case 'choice':
      return shownOptions(question, answer.options).join(', ');
    case 'files':
      return answer.files.map((file) => file.name).join(', ');
    default:
      return unreachable(answer);
  }
}

function shownOptions(question: Question, chosen: readonly string[]): readonly string[] {
  if (question.type !== 'multiple_choice') return chosen;
  return chosen.map((text) => question.options.find((option) => option.text === text)?.shown ?? text);
}
