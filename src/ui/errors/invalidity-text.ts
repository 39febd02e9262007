import type { ChoiceQuestion, Question } from '../../core/model/question.ts';
import type { Field, Invalidity } from '../../form/contract.ts';
import { isFaulty, isOfFile } from '../../form/file-rows.ts';
import type { Messages } from '../../locale/messages.ts';
import { missingParts, type PartName } from '../dates/typed-day.ts';
import { faultText, limitsOf } from '../files/file-messages.ts';
import { titleOf } from '../question/title-of.ts';
import type { FieldProps } from '../screen.ts';

/** An example that shows the locale's separators. */
const exampleNumber = '1250.5';

/** The same away from its place, where the file with something wrong is not in sight: it is named. */
export function errorText(messages: Messages, props: FieldProps, error: Invalidity): string {
  const { field } = props;
  const row = isOfFile(error) && field.files.value.find(isFaulty);
  return row ? faultText(messages, limitsOf(props), row) : invalidityText(messages, field, error);
}

/** Says what to do about an error, in the terms of this type of question. */
export function invalidityText(messages: Messages, field: Field, invalidity: Invalidity): string {
  const question = field.shown;
  switch (invalidity.code) {
    case 'required':
      return requiredText(messages, question);
    case 'own':
      return question.says?.(invalidity.sentence) ?? messages.text('error.plain');
    case 'unreadable_number':
      return messages.text('error.unreadable_number', { example: messages.formatNumber(exampleNumber) });
    case 'unreadable_date': {
      const part = missingPart(field);
      return part ? messages.text(`error.date.${part}`) : messages.text('error.unreadable_date');
    }
    case 'range_incomplete':
      return messages.text(`error.range_incomplete.${invalidity.missing}`);
    case 'too_few_options':
      return fewestText(messages, question, invalidity.minimum);
    case 'too_many_options':
      return messages.text('error.too_many_options', { count: invalidity.maximum });
    case 'file_failed':
    case 'file_rejected':
      return messages.text('error.plain');
    // A code without a sentence does not compile.
    default:
      return question.says?.(invalidity.code) ?? messages.text(`error.${invalidity.code}`);
  }
}

/** The one part that a day lacks. */
function missingPart({ entry }: Field): PartName | undefined {
  const days = (entry.value?.kind === 'unreadable' && entry.value.days) || [];
  return days.map(missingParts).find(({ length }) => length === 1)?.[0];
}

function requiredText(messages: Messages, question: Question): string {
  const own = question.says?.('required');
  if (own) return own;
  if (question.basic) return messages.text(`error.required.${question.basic}`);
  const error = kindText(messages, question);
  const title = titleOf(messages, question);
  return isShort(title) ? messages.text('error.named', { error, title }) : error;
}

/** A name such as "Notice period", which fits into a sentence. */
const isShort = (title: string): boolean => /^[^\n“”«»„?!:.]{2,24}$/.test(title);

function kindText(messages: Messages, question: Question): string {
  switch (question.type) {
    case 'short_text':
    case 'long_text':
    case 'unknown':
      return messages.text('error.required.text');
    case 'multiple_choice':
      return choiceText(messages, question);
    default:
      return messages.text(`error.required.${question.type}`);
  }
}

function choiceText(messages: Messages, question: ChoiceQuestion): string {
  const { minimum, maximum } = question;
  if (maximum === 1) return messages.text('error.required.choice');
  return minimum > 1 ? fewestText(messages, question, minimum) : messages.text('error.required.choices');
}

/** Where an exact number is asked for, the sentence is the one of the hint. */
function fewestText(messages: Messages, question: Question, count: number): string {
  const isExact = question.type === 'multiple_choice' && question.maximum === count;
  return messages.text(isExact ? 'choose.exactly' : 'error.too_few_options', { count });
}
