/** The package door `./conditions`: the evaluator for hosts and tests of their own. */
export { isAnswered } from './answered.ts';
export { evaluate } from './evaluate.ts';
export { type Explanation, explain } from './explain.ts';
export { judge } from './judge.ts';
export type { ConditionParent, Judgement } from './judgement.ts';
