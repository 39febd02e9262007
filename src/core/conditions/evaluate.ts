import type { Answer } from '../model/answer.ts';
import { explain } from './explain.ts';
import type { Judgement } from './judgement.ts';

/** Does the condition hold? The same code as `explain`, so that the two cannot differ. */
export function evaluate(judgement: Judgement, answer: Answer | null): boolean | 'uninterpretable' {
  return explain(judgement, answer).holds;
}
