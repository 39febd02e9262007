/** Runs the cases of conformance files (`src/core/conditions/README.md#case-files`) through the project's own code. */
import { outgoingAnswers, visibleQuestions } from '../core/answers/answers.ts';
import { evaluate } from '../core/conditions/explain.ts';
import { judge } from '../core/conditions/judge.ts';
import { isObject, list } from '../core/jsonapi/json.ts';
import { readQuestionDocument } from '../core/jsonapi/read-questions.ts';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import { fileId, type QuestionId } from '../core/model/ids.ts';
import {
  type Answer,
  type AttachedFile,
  type Question,
  questionTypes,
  type Semantics,
} from '../core/model/question.ts';
import { findProblems } from '../core/tree/find-problems.ts';
import { buildTree, type QuestionTree } from '../core/tree/question-tree.ts';

export type Case = Readonly<Record<string, unknown>>;

/** Reads the cases of a file. An error is a sentence to which the caller adds the file as its subject. */
export function readCases(text: string): Outcome<readonly Case[], string> {
  const json = parse(text);
  if (json === undefined) return failure('is not JSON');
  const cases: unknown = isObject(json) ? json['cases'] : null;
  if (!Array.isArray(cases)) return failure('has no list of "cases"');
  const objects = cases.filter(isObject);
  return objects.length === cases.length ? success(objects) : failure('has a case that is not an object');
}

function parse(text: string): unknown {
  try {
    // JSON does not allow a byte order mark, but many editors write one.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A case with a document tests the building of a tree. */
export const runCase = (testCase: Case) =>
  Object.hasOwn(testCase, 'document') ? runTreeCase(testCase) : runEvaluatorCase(testCase);

function runEvaluatorCase(testCase: Case) {
  const type = questionTypes.find((known) => known === testCase['parentType']) ?? 'unknown';
  const judgement = judge({ type, options: null }, testCase['condition'], semanticsOf(testCase));
  return { id: testCase['id'], result: evaluate(judgement, readCaseAnswer(type, testCase['answer'])) };
}

/** If the document is unreadable, no question is visible and no answer is sent. */
function runTreeCase(testCase: Case) {
  const read = readQuestionDocument(testCase['document']);
  const tree = buildTree(read.ok ? read.value.records : [], semanticsOf(testCase));
  const answers = readAnswers(tree, testCase['answers']);
  return {
    id: testCase['id'],
    visible: visibleQuestions(tree, answers),
    post: [...new Set(outgoingAnswers(tree, answers).map(({ question }) => question))],
    problems: findProblems(tree)
      .map(({ code, questionId }) => ({ code, questionId }))
      .sort((left, right) => (codeAndQuestion(left) < codeAndQuestion(right) ? -1 : 1)),
  };
}

function semanticsOf(testCase: Case): Semantics {
  return {
    dateOrder: testCase['dateOrder'] === 'mdy' ? 'mdy' : 'dmy',
    unanswered: testCase['unanswered'] === 'negated' ? 'negated' : 'hidden',
  };
}

function readAnswers(tree: QuestionTree, json: unknown): ReadonlyMap<QuestionId, Answer | null> {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(json ?? {}));
  return new Map(
    [...tree.nodes].map(([id, { question }]) => [id, readCaseAnswer(question.type, given.get(id))]),
  );
}

/**
 * Describes in one line how the result differs from what the case expects; null if the case passed. Absent expectations
 * are not judged.
 */
export function findDifference(testCase: Case, result: ReturnType<typeof runCase>): string | null {
  if ('result' in result) return difference('result', testCase['expect'], result.result);
  const differences = (['visible', 'post', 'problems'] as const)
    .filter((name) => Object.hasOwn(testCase, name))
    .map((name) => difference(name, comparable(name, testCase[name]), comparable(name, result[name])))
    .filter((text) => text !== null);
  return differences.length === 0 ? null : differences.join('; ');
}

function difference(name: string, expected: unknown, actual: unknown): string | null {
  const wanted = JSON.stringify(expected) ?? 'nothing';
  const received = JSON.stringify(actual);
  return wanted === received ? null : `${name}: expected ${wanted}, got ${received}`;
}

/** Problems are compared as a set of code and question, since ids may be sorted as text or as numbers. */
function comparable(name: string, json: unknown): unknown {
  return name === 'problems' && Array.isArray(json) ? json.map(codeAndQuestion).sort() : json;
}

function codeAndQuestion(problem: unknown): string {
  const named: object = Object(problem);
  return `${Reflect.get(named, 'code')} ${Reflect.get(named, 'questionId')}`;
}

/**
 * An answer of a case file (`src/core/conditions/README.md#case-files`) as the form would store it; null if it does not
 * have the shape of its type. Nothing is trimmed, because case files contain stored answers.
 */
export function readCaseAnswer(type: Question['type'], json: unknown): Answer | null {
  switch (type) {
    case 'boolean':
      return typeof json === 'boolean' ? { kind: 'boolean', value: json } : null;
    case 'short_text':
    case 'long_text':
      return typeof json === 'string' ? { kind: 'text', text: json } : null;
    case 'url':
      return typeof json === 'string' ? { kind: 'url', text: json } : null;
    case 'number':
      return typeof json === 'string' || typeof json === 'number'
        ? { kind: 'number', text: String(json) }
        : null;
    case 'date':
      return typeof json === 'string' ? { kind: 'date', day: json } : null;
    case 'date_range':
      return { kind: 'date_range', from: endOf(json, 'from'), to: endOf(json, 'to') };
    case 'multiple_choice':
      return { kind: 'choice', options: texts(json) };
    case 'document':
    case 'multi_document':
      return { kind: 'files', files: texts(json).map(namedFile) };
    case 'unknown':
      return null;
  }
}

function endOf(json: unknown, end: 'from' | 'to'): string {
  const text: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, end) : '';
  return typeof text === 'string' ? text : '';
}

const texts = (json: unknown): readonly string[] => list(json).filter((item) => typeof item === 'string');

/** A case file has only the name, because conditions depend only on whether a file is attached. */
function namedFile(name: string, index: number): AttachedFile {
  return { id: fileId(String(index)), name, size: 1, type: 'application/octet-stream' };
}
