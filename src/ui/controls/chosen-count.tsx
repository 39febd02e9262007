import type { Answer } from '../../core/model/answer.ts';
import type { ChoiceQuestion } from '../../core/model/question.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import { anyOf } from '../errors/word-lists.ts';
import type { FieldProps, LazyFieldProps } from '../screen.ts';

interface CountedQuestion extends ChoiceQuestion {
  readonly maximum: number;
}

interface ChosenCountProps extends LazyFieldProps {
  readonly question: CountedQuestion;
}

/** Where all may be chosen there is nothing to count. */
export const isCounted = (question: ChoiceQuestion): question is CountedQuestion =>
  question.maximum !== null && question.maximum < question.options.length;

/** @param refused what was pressed beyond the maximum: said is what to untick first */
export function sayChosen({ field, screen }: FieldProps, refused?: string): void {
  const messages = screen.lazy.peek()?.messages;
  const question = field.shown;
  if (!messages || question.type !== 'multiple_choice' || !isCounted(question)) return;
  const chosen = chosenOptions(question, field.entry.peek());
  announce(
    screen,
    refused === undefined
      ? countText(messages, chosen.length, question.maximum)
      : messages.text('choose.swap', { option: refused, chosen: anyOf(messages, chosen) }),
  );
}

export function ChosenCount({ field, messages, question }: ChosenCountProps) {
  const count = chosenOptions(question, field.entry.value).length;
  return (
    <p class="af-count" hidden={count === 0}>
      {countText(messages, count, question.maximum)}
    </p>
  );
}

/** How many are chosen of how many; at the maximum, what to do first to choose another one. */
const countText = (messages: Messages, count: number, maximum: number): string =>
  messages.text(count < maximum ? 'choose.count' : 'choose.full', { count, maximum });

/** As they are shown. */
const chosenOptions = ({ options }: ChoiceQuestion, entry: Answer | null): readonly string[] =>
  options
    .filter(({ text }) => entry?.kind === 'choice' && entry.options.includes(text))
    .map(({ shown }) => shown);
