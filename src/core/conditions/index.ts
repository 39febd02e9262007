/** The package entry `./conditions`: the evaluator, for host pages and their tests. */
export type { Answer, ProblemCode } from '../model/question.ts';
export { defaultSemantics, type QuestionType, type Semantics } from '../model/question.ts';
export { type Explanation, evaluate, explain } from './explain.ts';
export { judge } from './judge.ts';
export type { ConditionParent, Judgement } from './judgement.ts';
export { isAnswered } from './read-answer.ts';
