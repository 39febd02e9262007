/** When two questions ask the same. */
import type { Question } from '../model/question.ts';
import { textOf } from './text-words.ts';
import { folded } from './words.ts';

/** Equal for questions of one type, title, help text and options; null: it has no title. */
export function keyOfQuestion({ type, canonicalTitle, help, ...more }: Question): string | null {
  const title = folded(canonicalTitle);
  const options = 'options' in more ? more.options.map(({ text }) => text) : [];
  return title === '' ? null : [type, title, folded(textOf(help)), ...options].join('\n');
}
