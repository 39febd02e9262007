import type { QuestionId } from '../model/ids.ts';
import type { Semantics } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { compareSiblings } from './display-order.ts';
import { firstCopies } from './first-copies.ts';
import { type Judged, judgeQuestions } from './judge-questions.ts';
import { placeQuestions } from './place-questions.ts';
import type { QuestionNode, QuestionTree } from './question-tree.ts';
import { walkDown } from './walk-down.ts';

/** Builds the tree of all questions after all pages are read. Never throws; `findProblems` reports its faults. */
export function buildTree(records: readonly QuestionRecord[], semantics: Semantics): QuestionTree {
  const judged = judgeQuestions(placeQuestions(firstCopies(records)), semantics);
  const below = groupByParent(judged);
  const roots = judged.filter(({ judgement }) => judgement === null);
  const shown = walkDown(roots, (one) => childrenOf(one, below).filter(canBeShown));
  return {
    nodes: makeNodes(below),
    roots: roots.map(idOf),
    order: shown.map(idOf),
    records,
    semantics,
  };
}

type Below = ReadonlyMap<QuestionId | null, readonly Judged[]>;

/** The children of each question in display order; under null the questions without a parent, in document order. */
function groupByParent(judged: readonly Judged[]): Below {
  const groups = new Map<QuestionId | null, Judged[]>();
  for (const one of judged) {
    const group = groups.get(one.parent);
    if (group === undefined) groups.set(one.parent, [one]);
    else group.push(one);
  }
  for (const [parent, group] of groups)
    if (parent !== null)
      group.sort((first, second) => compareSiblings(first.record.question, second.record.question));
  return groups;
}

function makeNodes(below: Below): ReadonlyMap<QuestionId, QuestionNode> {
  const nodes = new Map<QuestionId, QuestionNode>();
  walkDown(below.get(null) ?? [], (one, depth) => {
    const children = childrenOf(one, below);
    const { record, parent, judgement } = one;
    nodes.set(idOf(one), {
      question: record.question,
      parent,
      judgement,
      children: children.map(idOf),
      depth,
    });
    return children;
  });
  return nodes;
}

function childrenOf(one: Judged, below: Below): readonly Judged[] {
  return below.get(idOf(one)) ?? [];
}

function canBeShown({ judgement }: Judged): boolean {
  return judgement?.readable === true;
}

function idOf({ record }: Judged): QuestionId {
  return record.question.id;
}
