/** What a question is called and how it is answered, short enough for a line. */
import type { Answer } from '../core/model/answer.ts';
import { unreachable } from '../core/model/outcome.ts';
import type { Field, Form } from '../form/contract.ts';

/** In the language that the form is in; of a name or the email address in plain English. */
export function titleOf({ wording }: Form, field: Field): string {
  wording.value;
  const { basic, title } = field.shown;
  return basic === undefined ? title : title.charAt(0).toUpperCase() + title.slice(1);
}

/** Characters of a title within a sentence. */
const LONGEST_TITLE = 48;

export const quoted = (form: Form, field: Field): string => `“${clip(titleOf(form, field), LONGEST_TITLE)}”`;

/** Characters of an answer beside its title. */
const LONGEST_ANSWER = 48;

/** null where there is none. */
export function answerOf({ entry }: Field): string | null {
  const answer = entry.value;
  return answer === null ? null : clip(answerText(answer), LONGEST_ANSWER);
}

function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'boolean':
      return answer.value ? 'Yes' : 'No';
    case 'text':
    case 'url':
    case 'number':
      return answer.text;
    case 'date':
      return answer.day;
    case 'date_range':
      return `${answer.from} – ${answer.to}`;
    case 'choice':
      return answer.options.join(', ');
    case 'files':
      return answer.files.map(({ name }) => name).join(', ');
    case 'unreadable':
      return `${answer.typed} (cannot be read)`;
    default:
      return unreachable(answer);
  }
}

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
};
