import type { Answer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { withScheme } from './web-address.ts';

type Choice = Extract<Answer, { kind: 'choice' }>;

/**
 * An entry as it is stored when its field is left: outer white space goes, once; a URL without a scheme gets
 * `https://`; options stand in the order of the question; an entry that is empty becomes null.
 */
export function normaliseAnswer(question: Question, answer: Answer | null): Answer | null {
  switch (answer?.kind) {
    case 'text':
    case 'number':
    case 'url': {
      const text = answer.text.trim();
      return text ? { ...answer, text: answer.kind === 'url' ? withScheme(text) : text } : null;
    }
    case 'date': {
      const day = answer.day.trim();
      return day ? { ...answer, day } : null;
    }
    case 'date_range':
      return normaliseRange(answer.from.trim(), answer.to.trim());
    case 'choice':
      return normaliseChoice(question, answer);
    case 'files':
      return answer.files.length === 0 ? null : answer;
    default:
      return answer;
  }
}

function normaliseRange(from: string, to: string): Answer | null {
  return from === '' && to === '' ? null : { kind: 'date_range', from, to };
}

/** Texts that are no option stay, at the end: they are for `validate` to refuse, not to lose. */
function normaliseChoice(question: Question, { options }: Choice): Answer | null {
  const listed = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  const chosen = new Set(options);
  const ordered = new Set([...listed.filter((text) => chosen.has(text)), ...options]);
  return ordered.size === 0 ? null : { kind: 'choice', options: [...ordered] };
}
