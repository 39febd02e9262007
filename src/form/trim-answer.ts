import type { Answer } from '../model/answer.ts';

/** Text is trimmed once, when it is stored (conditions.md, "In the form"); blank text is no answer. */
export function trimAnswer(answer: Answer): Answer | null {
  if (answer.kind === 'choice') return answer.options.length > 0 ? answer : null;
  if (answer.kind === 'files') return answer.files.length > 0 ? answer : null;
  if (answer.kind === 'date_range') return answer.from || answer.to ? answer : null;
  if (answer.kind !== 'text' && answer.kind !== 'url') return answer;
  const text = answer.text.trim();
  return text === '' ? null : { ...answer, text };
}
