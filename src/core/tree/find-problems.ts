import { findWarnings } from '../conditions/find-warnings.ts';
import type { Finding } from '../conditions/judgement.ts';
import { quote } from '../conditions/stored-value.ts';
import type { Problem } from '../model/condition.ts';
import type { QuestionId } from '../model/ids.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { firstCopies } from './first-copies.ts';
import { conditionParent } from './judge-questions.ts';
import type { QuestionNode, QuestionTree } from './question-tree.ts';
import { sameJson } from './same-json.ts';

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

/** One report for the parent, however many of its children are missing. */
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

/** The questions that have a copy which differs from the one in use. */
function differingCopies(records: readonly QuestionRecord[]): ReadonlySet<QuestionId> {
  const first = firstCopies(records);
  const others = records.filter((record) => first.get(record.question.id) !== record);
  const differing = others.filter(
    ({ question, attributes }) => !sameJson(first.get(question.id)?.attributes, attributes),
  );
  return new Set(differing.map(({ question }) => question.id));
}
