import type { Answer } from '../core/model/answer.ts';
import { unreachable } from '../core/model/outcome.ts';
import type { Question } from '../core/model/question.ts';
import { formatDay } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { allOf } from './texts.tsx';

/** An answer in words, as the applicant saw it. */
export function answerText(messages: Messages, question: Question, answer: Answer): string {
  switch (answer.kind) {
    case 'unreadable':
      return answer.typed;
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
      return allOf(messages, shownOptions(question, answer.options));
    case 'files':
      return allOf(
        messages,
        answer.files.map((file) => file.name),
      );
    default:
      return unreachable(answer);
  }
}

function shownOptions(question: Question, chosen: readonly string[]): readonly string[] {
  if (question.type !== 'multiple_choice') return chosen;
  return chosen.map((text) => question.options.find((option) => option.text === text)?.shown ?? text);
}
