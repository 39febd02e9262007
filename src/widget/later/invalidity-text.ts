import type { Invalidity } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import { unreachable } from '../../model/outcome.ts';
import type { Question } from '../../model/question.ts';

/** An example that shows the locale's separators. */
const exampleNumber = '1250.5';

/** What is wrong, as what to do, in the terms of this kind of question. */
export function invalidityText(messages: Messages, question: Question, invalidity: Invalidity): string {
  switch (invalidity.code) {
    case 'required':
      return requiredText(messages, question);
    case 'unreadable_number':
      return messages.text('error.unreadable_number', { example: messages.formatNumber(exampleNumber) });
    case 'range_incomplete':
      return messages.text(`error.range_incomplete.${invalidity.missing}`);
    case 'too_few_options':
      return messages.text('error.too_few_options', { count: invalidity.minimum });
    case 'too_many_options':
      return messages.text('error.too_many_options', { count: invalidity.maximum });
    case 'number_too_long':
    case 'unreadable_date':
    case 'range_reversed':
    case 'invalid_url':
    case 'not_an_option':
    case 'file_failed':
    case 'file_rejected':
    case 'refused':
      return messages.text(`error.${invalidity.code}`);
    default:
      return unreachable(invalidity);
  }
}

function requiredText(messages: Messages, question: Question): string {
  switch (question.type) {
    case 'short_text':
    case 'long_text':
    case 'unknown':
      return messages.text('error.required.text');
    case 'multiple_choice':
      return messages.text(question.maximum === 1 ? 'error.required.choice' : 'error.required.choices');
    default:
      return messages.text(`error.required.${question.type}`);
  }
}
