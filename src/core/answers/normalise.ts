import type { Answer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { withScheme } from './web-address.ts';

/** Who is asked for a profile may give its path alone. */
const ofLinkedin = (text: string): string => text.replace(/^\/?(?=(?:in|pub)\/)/, 'www.linkedin.com/');

type Choice = Extract<Answer, { kind: 'choice' }>;

/**
 * An entry as it is stored when its field is left: what cannot be written goes, and outer white space, once; a URL without a scheme gets
 * `https://`; options stand in the order of the question; an entry that is empty becomes null.
 */
export function normaliseAnswer(
  question: Question,
  answer: Answer | null,
  completeUrl = (text: string) => withScheme(question.detail === 'linkedin_url' ? ofLinkedin(text) : text),
): Answer | null {
  switch (answer?.kind) {
    case 'text':
    case 'number':
    case 'url': {
      const text = writableText(answer.text).trim();
      return text ? { ...answer, text: answer.kind === 'url' ? completeUrl(text) : text } : null;
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
      return answer.files.length ? answer : null;
    default:
      return answer;
  }
}

/**
 * Removes control characters other than tabs and line ends, because databases and terminals break on them, and lone
 * surrogates, because no encoding can write them.
 */
export const writableText = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '');

function normaliseRange(from: string, to: string): Answer | null {
  return from || to ? { kind: 'date_range', from, to } : null;
}

/** Texts that match no option are kept at the end, so that `validate` can refuse them instead of losing them. */
function normaliseChoice(question: Question, { options }: Choice): Answer | null {
  const listed = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  const chosen = new Set(options);
  const ordered = new Set([...listed.filter((text) => chosen.has(text)), ...options]);
  return ordered.size ? { kind: 'choice', options: [...ordered] } : null;
}
