import { findWarnings } from '../conditions/find-warnings.ts';
import type { Finding } from '../conditions/judgement.ts';
import { quote } from '../conditions/stored-value.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Problem, QuestionRecord } from '../model/question.ts';
import { conditionParent, firstCopies, type QuestionNode, type QuestionTree } from './question-tree.ts';

/**
 * Every fault of the set, each once, question by question in the order of the document. Separate from `buildTree`,
 * because only operators, the inspector and the conformance command need it, not an applicant's browser.
 */
export function findProblems(tree: QuestionTree): readonly Problem[] {
  const differing = differingCopies(tree.records);
  const warnings = new Map([...tree.nodes.values()].flatMap((parent) => childWarnings(tree, parent)));
  return [...firstCopies(tree.records)].flatMap(([id, record]) => {
    const findings = [
      ...unreadable(tree.nodes.get(id)?.judgement),
      ...(warnings.get(id) ?? []),
      ...missingChildren(tree, record),
      ...(differing.has(id) ? [differentCopy] : []),
    ];
    return findings.map(({ code, detail }) => ({ code, questionId: id, detail }));
  });
}

function unreadable(judgement: QuestionNode['judgement'] | undefined): readonly Finding[] {
  return judgement?.readable === false ? [{ code: judgement.code, detail: judgement.detail }] : [];
}

function childWarnings({ nodes }: QuestionTree, { question, children }: QuestionNode) {
  const parent = conditionParent(question);
  return children.map((id): readonly [QuestionId, readonly Finding[]] => {
    const judgement = nodes.get(id)?.judgement;
    return [id, judgement?.readable ? findWarnings(judgement.rule.comparison, parent) : []];
  });
}

/** Reports a parent once, however many of its children are missing. */
function missingChildren({ nodes }: QuestionTree, { relatedChildren }: QuestionRecord): readonly Finding[] {
  const missing = relatedChildren.filter((id) => !nodes.has(id));
  if (missing.length === 0) return [];
  const names = quote(missing.join(', '));
  return [{ code: 'missing_child', detail: `Its relationship names ${names}, which did not come.` }];
}

const differentCopy: Finding = {
  code: 'duplicate_id',
  detail: 'A second copy differs; the first one counts.',
};

/** Finds the questions with a copy that differs from the one in use. */
function differingCopies(records: readonly QuestionRecord[]): ReadonlySet<QuestionId> {
  const first = firstCopies(records);
  const others = records.filter((record) => first.get(record.question.id) !== record);
  const differing = others.filter(
    ({ question, attributes }) => !sameJson(first.get(question.id)?.attributes, attributes),
  );
  return new Set(differing.map(({ question }) => question.id));
}

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null;

/** Ignores the order of members. Not recursive, because hostile JSON may be nested deeper than the call stack. */
export function sameJson(first: unknown, second: unknown): boolean {
  const waiting: (readonly [unknown, unknown])[] = [[first, second]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isObject(left) || !isObject(right) || !haveSameMembers(left, right)) return false;
    for (const name of Object.keys(left)) waiting.push([Reflect.get(left, name), Reflect.get(right, name)]);
  }
  return true;
}

function haveSameMembers(first: object, second: object): boolean {
  const names = Object.keys(first);
  if (Array.isArray(first) !== Array.isArray(second) || names.length !== Object.keys(second).length)
    return false;
  return names.every((name) => Object.hasOwn(second, name));
}
