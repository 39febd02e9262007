/**
 * Finds the faults of a question set, in the words of the person who wrote it. Pure, linear in the size of the set, and
 * never throws, whatever the document contains.
 */

import { isWebAddress } from '../answers/answers.ts';
import { judge } from '../conditions/judge.ts';
import type { Rule } from '../conditions/judgement.ts';
import type { QuestionId } from '../model/ids.ts';
import { isAnswerable, type Question, type QuestionRecord } from '../model/question.ts';
import { sameJson } from '../tree/find-problems.ts';
import { firstCopies, type QuestionNode, type QuestionTree } from '../tree/question-tree.ts';
import { conditionFindings, memberOf, parentIn, type Records } from './condition-findings.ts';
import { conditionInWords, type Found, listed, named, type QuestionFinding, quoted } from './finding.ts';

export type { FindingCode, QuestionFinding } from './finding.ts';

/**
 * Goes through the questions in the order of the form; a question that can never be shown keeps its position.
 *
 * @param conditions all conditions of a question that has several, if its document contains only the first
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

/** Leaves out details and consents, which the browser adds to the service's questions. */
const serviceRecords = ({ records }: QuestionTree): Records =>
  new Map([...firstCopies(records)].filter(([, { question }]) => question.detail === undefined));

function inOrder(
  tree: QuestionTree,
  records: Records,
  unordered: readonly Found[],
): readonly QuestionFinding[] {
  const byQuestion = new Map<QuestionId, Found[]>();
  for (const finding of unordered) {
    const group = byQuestion.get(finding.question.id) ?? [];
    group.push(finding);
    byQuestion.set(finding.question.id, group);
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

/** Lists, at the first fault, every question that is lost with it. */
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

/*
 * Faults that the tree itself does not report.
 */

/** Finds questions that applicants cannot answer: they see a notice instead. */
function unanswerable({ question }: QuestionRecord): readonly Found[] {
  if (isAnswerable(question)) return [];
  const without = question.required ? ' Although it is required, the form can be sent without it.' : '';
  const notice = `so nothing can be answered: applicants see a notice in its place.${without}`;
  return question.type === 'unknown'
    ? [
        {
          code: 'unknown_type',
          question,
          hidesBelow: true,
          found: `Its type ${quoted(question.typeName)} is not known, ${notice}`,
          fix: 'Ask it as one of the types that the form knows: yes/no, short or long text, web address, choice, number, date, period, file or files.',
        },
      ]
    : [
        {
          code: 'no_options',
          question,
          hidesBelow: true,
          found: `It is a choice without options, ${notice}`,
          fix: 'Add its options, or ask it as a text.',
        },
      ];
}

/** Finds conditions that no sendable answer can meet. */
function neverShown({ nodes }: QuestionTree, node: QuestionNode): readonly Found[] {
  const { question, parent, judgement } = node;
  const above = parent === null ? undefined : nodes.get(parent)?.question;
  if (above === undefined || judgement?.readable !== true || !isAnswerable(above)) return [];
  const { rule } = judgement;
  const mayBeUnanswered = rule.holdsUnanswered && !above.required && rule.comparison.kind !== 'files';
  if (mayBeUnanswered || mayBeMet(above, rule)) return [];
  const condition = conditionInWords(above, rule.comparison);
  return [
    {
      code: 'never_shown',
      question,
      hidesBelow: true,
      found: `It is shown when ${condition}, and no answer that can be sent meets this.`,
      fix: 'Write the value that is meant, or make it a question of its own.',
    },
  ];
}

function mayBeMet(above: Question, { comparison }: Rule): boolean {
  const { kind, operator } = comparison;
  switch (kind) {
    case 'text':
      return comparison.value !== '' || (operator !== 'equals' && operator !== 'not_contains');
    case 'url':
      return operator !== 'equals' || isWebAddress(comparison.value.trim());
    case 'choice': {
      if (above.type !== 'multiple_choice' || operator === 'equals') return true;
      const { length } = above.options;
      const needed = Math.max(1, above.minimum);
      return length > needed || !above.options.some(({ text }) => text === comparison.value);
    }
    case 'files':
      return (operator === 'equals') === comparison.value || !above.required;
    case 'truth':
    case 'number':
    case 'date':
      return true;
  }
}

/** Only the first condition of a question counts; the others look as if they did. */
function ignoredConditions(
  { question, attributes }: QuestionRecord,
  { semantics }: QuestionTree,
  records: Records,
  all = memberOf(memberOf(attributes, 'conditional'), 'conditions') as unknown,
): readonly Found[] {
  const [first, ...rest]: readonly unknown[] = Array.isArray(all) ? all : [];
  if (rest.every((condition) => sameJson(condition, first))) return [];
  const parent = parentIn(question, records);
  const judgement = parent === null ? null : judge({ type: parent.type, options: null }, first, semantics);
  const counts =
    parent === null || judgement?.readable !== true
      ? 'only the first counts'
      : `only the first counts: it is shown when ${conditionInWords(parent, judgement.rule.comparison)}`;
  return [
    {
      code: 'ignored_conditions',
      question,
      found: `It has ${rest.length + 1} conditions, and ${counts}.`,
      fix: 'Delete the others. If all of them must hold, or any of them is enough, ask a yes/no question above, whose “yes” means just that.',
    },
  ];
}

/** Finds the same question twice under one parent, or twice at the top. */
function twins(tree: QuestionTree): readonly Found[] {
  const { nodes, roots } = tree;
  const shown = (ids: readonly Question['id'][]): readonly Question[] =>
    ids.flatMap((id) => {
      const node = nodes.get(id);
      const isShown = node !== undefined && node.judgement?.readable !== false;
      return isShown && node.question.detail === undefined ? [node.question] : [];
    });
  const atTop = shown(roots);
  const keys = atTop.map(keyOf);
  const positions = new Map(atTop.map((question, index) => [question, index]));
  /** A block of questions may be repeated on purpose, once for each employer: then the neighbours are equal, too. */
  const isBlock = (group: readonly Question[]): boolean =>
    [-1, 1].some((step) => {
      const [first = null, ...more] = group.map((question) => keys[(positions.get(question) ?? 0) + step]);
      return first !== null && more.every((key) => key === first);
    });
  return [
    ...grouped(atTop).flatMap((group) => (isBlock(group) ? [] : twin(group, 'at the top'))),
    ...[...nodes.values()].flatMap(({ question, children }) =>
      grouped(shown(children)).flatMap((group) => twin(group, `below ${named(question)}`)),
    ),
  ];
}

/** Equal for questions with the same type, title, help text and options; null without a title. */
function keyOf({ type, canonicalTitle, help, ...more }: Question): string | null {
  const title = canonicalTitle.trim().toLowerCase();
  const options = 'options' in more ? more.options.map(({ text }) => text) : [];
  return title === '' ? null : JSON.stringify([type, title, help, options]);
}

function grouped(questions: readonly Question[]): readonly (readonly Question[])[] {
  const groups = new Map<string, Question[]>();
  for (const question of questions) {
    const key = keyOf(question);
    if (key === null) continue;
    const group = groups.get(key) ?? [];
    group.push(question);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Reports the group at its second question. */
function twin(group: readonly Question[], place: string): readonly Found[] {
  const [, question] = group;
  if (question === undefined) return [];
  const times = group.length === 2 ? 'twice' : `${group.length} times`;
  return [
    {
      code: 'twin_questions',
      question,
      found: `It is asked ${times} ${place}. Each is a question of its own, so the answers land in different places.`,
      fix: 'Keep one and delete the others, or give each a title that says how they differ.',
    },
  ];
}
