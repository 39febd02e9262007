/*
 * The cases of conformance files (`src/core/conditions/README.md#case-files`), run through the project's own code.
 * Pure: files are read and lines printed by `conformance.ts`.
 */
import { outgoingAnswers, visibleQuestions } from '../core/answers/answers.ts';
import { evaluate } from '../core/conditions/explain.ts';
import { judge } from '../core/conditions/judge.ts';
import { readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Answer, Problem } from '../core/model/question.ts';
import { questionTypes, type Semantics } from '../core/model/question.ts';
import { findProblems } from '../core/tree/find-problems.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import { buildTree } from '../core/tree/question-tree.ts';
import { readCaseAnswer } from './conformance-answer.ts';

export type Case = Readonly<Record<string, unknown>>;

export interface EvaluatorResult {
  readonly id: unknown;
  readonly result: boolean | 'uninterpretable';
}

export interface TreeResult {
  readonly id: unknown;
  readonly visible: readonly QuestionId[];
  /** The questions that are sent; one with several files is listed once. */
  readonly post: readonly QuestionId[];
  /** Warnings included, sorted by code, then by id. */
  readonly problems: readonly Pick<Problem, 'code' | 'questionId'>[];
}

/** A case with a document tests the building of a tree. */
export function runCase(one: Case): EvaluatorResult | TreeResult {
  return Object.hasOwn(one, 'document') ? runTreeCase(one) : runEvaluatorCase(one);
}

function runEvaluatorCase(one: Case): EvaluatorResult {
  const type = questionTypes.find((known) => known === one['parentType']) ?? 'unknown';
  const judgement = judge({ type, options: null }, one['condition'], semanticsOf(one));
  return { id: one['id'], result: evaluate(judgement, readCaseAnswer(type, one['answer'])) };
}

/** An unreadable document shows and sends nothing. */
function runTreeCase(one: Case): TreeResult {
  const read = readQuestionDocument(one['document']);
  const tree = buildTree(read.ok ? read.value.records : [], semanticsOf(one));
  const answers = readAnswers(tree, one['answers']);
  return {
    id: one['id'],
    visible: visibleQuestions(tree, answers),
    post: [...new Set(outgoingAnswers(tree, answers).map(({ question }) => question))],
    problems: findProblems(tree)
      .map(({ code, questionId }) => ({ code, questionId }))
      .sort(compareProblems),
  };
}

function semanticsOf(one: Case): Semantics {
  return {
    dateOrder: one['dateOrder'] === 'mdy' ? 'mdy' : 'dmy',
    unanswered: one['unanswered'] === 'negated' ? 'negated' : 'hidden',
  };
}

function readAnswers(tree: QuestionTree, json: unknown): ReadonlyMap<QuestionId, Answer | null> {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(json ?? {}));
  return new Map(
    [...tree.nodes].map(([id, { question }]) => [id, readCaseAnswer(question.type, given.get(id))]),
  );
}

type Named = Pick<Problem, 'code' | 'questionId'>;

function compareProblems(first: Named, second: Named): number {
  if (first.code !== second.code) return first.code < second.code ? -1 : 1;
  return first.questionId < second.questionId ? -1 : 1;
}
