/** A list of questions, told by what it is asked for. */
import type { Asker } from './asker.ts';
import type { Answered } from './reply.ts';

export const QUESTIONS = '/api/v1/questions';

export function askQuestions(
  asker: Asker,
  query: Readonly<Record<string, string>>,
  include = 'conditional_questions',
): Promise<Answered> {
  const about = [include, ...Object.entries(query).map((one) => one.join('='))].join(', ');
  return asker.get({ path: QUESTIONS, query: { include, ...query }, about: `questions: ${about}` });
}
