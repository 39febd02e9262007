/** A question that is asked again directly below itself, and goes on only where the second answer contradicts the first. */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals } from '../conditions/read-number.ts';
import type { Question } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import type { Found } from './finding.ts';
import { isTrue, sameComparison } from './same-comparison.ts';
import { keyOfQuestion } from './same-question.ts';
import { compareDays, conditionInWords, named } from './words.ts';

type Nodes = QuestionTree['nodes'];

/** What the way down to a question says of the answer to one that is asked several times. */
interface Settled {
  readonly asked: Question;
  readonly comparison: Comparison;
}

/** Of earlier settlings of the same question, so that a chain of any length takes no long time. */
const MOST_COMPARED = 8;

export function contradictions({ nodes }: QuestionTree): readonly Found[] {
  return [...nodes.values()].flatMap((node) => {
    const settled = node.children.length === 0 ? [] : settledAbove(node, nodes);
    return settled.length === 0 ? [] : contradictionsBelow(node, settled, nodes);
  });
}

/** Only without another question between them: below “Another licence?”, the same title asks of something else. */
function settledAbove(node: QuestionNode, nodes: Nodes): readonly Settled[] {
  const settled: Settled[] = [];
  let lower = node;
  while (settled.length < MOST_COMPARED) {
    const upper = lower.parent === null ? undefined : nodes.get(lower.parent);
    const key = keyOfQuestion(lower.question);
    if (upper === undefined || key === null || keyOfQuestion(upper.question) !== key) break;
    if (lower.judgement?.readable !== true) break;
    settled.push({ asked: upper.question, comparison: lower.judgement.rule.comparison });
    lower = upper;
  }
  return settled;
}

function contradictionsBelow(
  { question: asked, children }: QuestionNode,
  settled: readonly Settled[],
  nodes: Nodes,
): readonly Found[] {
  const below = children.flatMap((id) => {
    const child = nodes.get(id);
    return child?.judgement?.readable === true
      ? [{ question: child.question, comparison: child.judgement.rule.comparison }]
      : [];
  });
  if (isRepeated(settled, below)) return [];
  return below.flatMap(({ question, comparison }) => {
    const own = { asked, comparison };
    const against = settled.find((one) => contradict(asked, one, own));
    return against === undefined ? [] : [contradictionOf(question, against, own)];
  });
}

/** “Another employer?” that leads on by “yes” each time is another question each time. */
function isRepeated(
  [last, ...before]: readonly Settled[],
  below: readonly Pick<Settled, 'comparison'>[],
): boolean {
  return (
    last !== undefined &&
    [...before, ...below].some(({ comparison }) => sameComparison(comparison, last.comparison))
  );
}

function contradictionOf(question: Question, against: Settled, own: Settled): Found {
  return {
    code: 'contradicts_above',
    question,
    found: `It is shown when ${conditionInWords(own.asked, own.comparison)}. But ${named(against.asked)} was asked further up already, and only who answered that ${conditionInWords(against.asked, against.comparison)} comes here. Who answers both alike never sees it.`,
    fix: 'Let it follow the question further up, with its own condition there, and delete the question that is asked again.',
  };
}

/** Whether no answer meets both; `asked` tells whether several options can be chosen. */
function contradict(asked: Question, { comparison: one }: Settled, { comparison: other }: Settled): boolean {
  if (one.kind === 'truth' && other.kind === 'truth') return isTrue(one) !== isTrue(other);
  if (one.kind === 'files' && other.kind === 'files') return isTrue(one) !== isTrue(other);
  if (one.kind === 'choice' && other.kind === 'choice') return contradictByOption(asked, one, other);
  if (one.kind === 'text' && other.kind === 'text')
    return contradictByText(one, other) || contradictByText(other, one);
  if (one.kind === 'url' && other.kind === 'url')
    return one.value === other.value ? one.operator !== other.operator : isEqual(one) && isEqual(other);
  if (one.kind === 'number' && other.kind === 'number') {
    const order = compareDecimals(one.value, other.value);
    return contradictByOrder(one.operator, other.operator, order);
  }
  if (one.kind === 'date' && other.kind === 'date') {
    return contradictByOrder(one.operator, other.operator, compareDays(one.value.day, other.value.day));
  }
  return false;
}

const isEqual = ({ operator }: Comparison): boolean => operator === 'equals';

function contradictByOption(
  asked: Question,
  one: Extract<Comparison, { kind: 'choice' }>,
  other: Extract<Comparison, { kind: 'choice' }>,
): boolean {
  if (one.value === other.value) return one.operator !== other.operator;
  const isSingle = asked.type === 'multiple_choice' && asked.maximum === 1;
  return isSingle && isEqual(one) && isEqual(other);
}

function contradictByText(
  one: Extract<Comparison, { kind: 'text' }>,
  other: Extract<Comparison, { kind: 'text' }>,
): boolean {
  if (one.operator === 'contains')
    return other.operator === 'not_contains' && one.value.includes(other.value);
  if (one.operator !== 'equals') return false;
  switch (other.operator) {
    case 'equals':
      return one.value !== other.value;
    case 'not_equals':
      return one.value === other.value;
    case 'contains':
      return !one.value.includes(other.value);
    case 'not_contains':
      return one.value.includes(other.value);
  }
}

type Ordering = 'equals' | 'not_equals' | 'greater_than' | 'less_than';

/** @param order below 0: the value of the first is the smaller one */
function contradictByOrder(one: Ordering, other: Ordering, order: number): boolean {
  switch (one) {
    case 'equals':
      if (other === 'equals') return order !== 0;
      if (other === 'not_equals') return order === 0;
      return other === 'greater_than' ? order <= 0 : order >= 0;
    case 'not_equals':
      return other === 'equals' && order === 0;
    case 'greater_than':
      return (other === 'equals' || other === 'less_than') && order >= 0;
    case 'less_than':
      return (other === 'equals' || other === 'greater_than') && order <= 0;
  }
}
