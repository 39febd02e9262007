import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Answer } from '../../core/model/answer.ts';
import type { ChoiceQuestion } from '../../core/model/question.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import { anyOf } from '../errors/word-lists.ts';
import { blockOf } from '../focus/focus-field.ts';
import type { LazyFieldProps } from '../screen.ts';

interface CountedQuestion extends ChoiceQuestion {
  readonly maximum: number;
}

interface ChosenCountProps extends LazyFieldProps {
  readonly question: CountedQuestion;
}

/** Where all may be chosen there is nothing to count. */
export const isCounted = (question: ChoiceQuestion): question is CountedQuestion =>
  question.maximum !== null && question.maximum < question.options.length;

/** How many are chosen of how many; at the maximum, what to do first to choose another one. */
export function ChosenCount({ field, screen, messages, question }: ChosenCountProps) {
  const line = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const block = line.current && blockOf(line.current);
    let before = field.entry.peek();
    function onChange({ target }: Event): void {
      if (!(target instanceof HTMLInputElement)) return;
      const entry = field.entry.peek();
      // The rows, which hear it first, have unticked a choice beyond the maximum.
      const isHeld = entry === before && !target.checked;
      before = entry;
      const chosen = chosenOptions(question, entry);
      announce(
        screen,
        isHeld
          ? messages.text('choose.swap', {
              option: target.closest('label')?.textContent ?? '',
              chosen: anyOf(messages, chosen),
            })
          : countText(messages, chosen.length, question.maximum),
      );
    }
    block?.addEventListener('change', onChange);
    return () => block?.removeEventListener('change', onChange);
  }, [field, screen, messages, question]);

  const count = chosenOptions(question, field.entry.value).length;
  return (
    <p class="af-count" ref={line} hidden={count === 0}>
      {countText(messages, count, question.maximum)}
    </p>
  );
}

const countText = (messages: Messages, count: number, maximum: number): string =>
  messages.text(count < maximum ? 'choose.count' : 'choose.full', { count, maximum });

/** As they are shown. */
const chosenOptions = ({ options }: ChoiceQuestion, entry: Answer | null): readonly string[] =>
  options
    .filter(({ text }) => entry?.kind === 'choice' && entry.options.includes(text))
    .map(({ shown }) => shown);
