/** The package entry `./conditions`: the evaluator, for host pages and their tests. */
export type { Answer } from '../model/answer.ts';
export type { ProblemCode } from '../model/condition.ts';
export { defaultSemantics, type QuestionType, type Semantics } from '../model/question.ts';
export { isAnswered } from './answered.ts';
export { evaluate } from './evaluate.ts';
export { type Explanation, explain } from './explain.ts';
export { judge } from './judge.ts';
export type { ConditionParent, Judgement } from './judgement.ts';
