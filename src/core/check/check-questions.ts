/**
 * What is wrong with a set of questions, in the words of the person who wrote it. Pure, takes about as long as the set
 * is large, and never throws, whatever the document said.
 */
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import { firstCopies } from '../tree/first-copies.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { conditionFindings, type Records } from './condition-findings.ts';
import type { Found, QuestionFinding } from './finding.ts';
import { ignoredConditions, neverShown, twins, unanswerable } from './structure-findings.ts';
import { listed, named } from './words.ts';

export type { FindingCode, QuestionFinding } from './finding.ts';

/**
 * Question by question, in the order of the form; a question that can never be shown stands where it would.
 *
 * @param conditions all of the questions that have several, where their document has the first alone
 */
export function checkQuestions(
  tree: QuestionTree,
  conditions: ReadonlyMap<string, readonly unknown[]> = new Map(),
): readonly QuestionFinding[] {
  const records = serviceRecords(tree);
  const found = [
    ...conditionFindings(tree, records),
    ...[...tree.nodes.values()].flatMap((node) => neverShown(tree, node)),
    ...[...records.values()].flatMap((record) => [
      ...unanswerable(record),
      ...ignoredConditions(record, tree, records, conditions.get(record.question.id)),
    ]),
    ...twins(tree),
  ];
  return inOrder(tree, records, found);
}

/** In the browser, what the form asks itself stands among the questions. */
const serviceRecords = ({ records }: QuestionTree): Records =>
  new Map([...firstCopies(records)].filter(([, { question }]) => question.detail === undefined));

function inOrder(tree: QuestionTree, records: Records, all: readonly Found[]): readonly QuestionFinding[] {
  const byQuestion = new Map<QuestionId, Found[]>();
  for (const one of all) {
    const those = byQuestion.get(one.question.id) ?? [];
    those.push(one);
    byQuestion.set(one.question.id, those);
  }
  const lost = new Set<QuestionId>();
  // Parents come before their children (`buildTree`).
  return [...tree.nodes.keys()].flatMap((id) => {
    const found = records.has(id) ? (byQuestion.get(id) ?? []) : [];
    const fault = found.find(({ hidesBelow }) => hidesBelow === true);
    return [...found, ...(fault === undefined ? [] : lostBelow(tree, fault.question, lost))].map(toFinding);
  });
}

const toFinding = ({ question, code, found, fix }: Found): QuestionFinding => ({
  code,
  question: question.id,
  title: question.canonicalTitle,
  found,
  fix,
});

/** At the first fault, all that is lost with it. */
function lostBelow({ nodes }: QuestionTree, question: Question, lost: Set<QuestionId>): readonly Found[] {
  if (lost.has(question.id)) return [];
  const waiting = [...(nodes.get(question.id)?.children ?? [])].reverse();
  const names: string[] = [];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes.get(id);
    if (node === undefined || lost.has(id)) continue;
    lost.add(id);
    names.push(named(node.question));
    for (const child of [...node.children].reverse()) waiting.push(child);
  }
  if (names.length === 0) return [];
  return [
    {
      code: 'lost_below',
      question,
      found: `With it, what stands below it is never shown: ${listed(names)}.`,
      fix: 'Put right what is wrong with this question, or let them follow another one.',
    },
  ];
}
