import { unreachable } from '../core/model/failure.ts';
import type { Answer, Question } from '../core/model/question.ts';
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
      return allOf(messages, answer.options.map(shownIn(question)));
    case 'files':
      return allOf(
        messages,
        answer.files.map(({ name }) => name),
      );
    default:
      return unreachable(answer);
  }
}

const shownIn = (question: Question) => (chosen: string) =>
  ('options' in question && question.options.find(({ text }) => text === chosen)?.shown) || chosen;

/** Separates the title of a question from words about it. */
export const titleEnd = (messages: Messages, title: string): string =>
  /\p{P}$/u.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title unless they name it. */
export const titled = (messages: Messages, title: string, text: string): string =>
  names(text, title) ? text : title + titleEnd(messages, title) + text;

/** In quotation marks, or as "Enter your first name", which says all that "First name" does. */
export function names(text: string, title: string): boolean {
  const place = text.toLowerCase().indexOf(title.toLowerCase());
  // One word, such as "Number", may be there for another reason.
  return place >= 0 && (/[“„«\u202f\u2068]/.test(text.charAt(place - 1)) || /\w \w/.test(title));
}

/** Attributes of a box that takes focus: it is read out by its name. */
export const named = (name: string) => ({ role: 'group', 'aria-label': name }) as const;

/** A long name with both its ends: the first words tell what it is, the last letters which version and kind. */
export function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= 44) return name;
  return `${letters.slice(0, 27).join('')}…${letters.slice(-16).join('')}`;
}
