/** A chain that asks again what was settled above, and goes on only where the second answer contradicts the first. */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals } from '../conditions/read-number.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import type { Found } from './finding.ts';
import { compareDays, conditionInWords, folded, named } from './words.ts';

/** What the way down to a question says of the answer to one that is asked several times. */
interface Settled {
  readonly asked: Question;
  readonly comparison: Comparison;
}

/** Of earlier settlings of the same question, so that a chain of any length takes no long time. */
const MOST_COMPARED = 8;

/** Walks down and up again, and knows at each question what holds on the way to it. */
export function contradictions({ nodes }: QuestionTree): readonly Found[] {
  const found: Found[] = [];
  const settled = new Map<string, Settled[]>();
  const waiting: Step[] = [...nodes.values()].filter(({ parent }) => parent === null).map(enter);
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (step.kind === 'leave') {
      settled.get(step.key)?.pop();
      continue;
    }
    const { node } = step;
    const own =
      node.depth === 0 || (node.depth === 1 && node.children.length === 0) ? null : settlingOf(node, nodes);
    if (own !== null) {
      const key = keyOf(own.asked);
      const above = settled.get(key) ?? [];
      const against = repeats(own.asked, nodes)
        ? undefined
        : above.slice(-MOST_COMPARED).find((one) => contradict(own.asked, one, own));
      if (against !== undefined) found.push(contradictionOf(node, against, own));
      settled.set(key, above);
      above.push(own);
      waiting.push({ kind: 'leave', key });
    }
    // One by one: a call takes only so many arguments, and a question may have more follow-ups.
    for (const child of childrenOf(node, nodes)) waiting.push(enter(child));
  }
  return found;
}

type Step =
  | { readonly kind: 'enter'; readonly node: QuestionNode }
  | { readonly kind: 'leave'; readonly key: string };

const enter = (node: QuestionNode): Step => ({ kind: 'enter', node });

const childrenOf = ({ children }: QuestionNode, nodes: QuestionTree['nodes']): readonly QuestionNode[] =>
  children.flatMap((id) => nodes.get(id) ?? []);

const keyOf = ({ type, canonicalTitle }: Question): string => `${type} ${folded(canonicalTitle)}`;

function settlingOf(
  { parent, judgement }: QuestionNode,
  nodes: ReadonlyMap<QuestionId, QuestionNode>,
): Settled | null {
  const asked = parent === null ? undefined : nodes.get(parent)?.question;
  if (asked === undefined || folded(asked.canonicalTitle) === '' || judgement?.readable !== true) return null;
  return { asked, comparison: judgement.rule.comparison };
}

/** “Another employer?”, asked again below its own “yes”, is another question each time. */
function repeats(asked: Question, nodes: QuestionTree['nodes']): boolean {
  const node = nodes.get(asked.id);
  const above = node === undefined ? null : settlingOf(node, nodes);
  return (
    above !== null &&
    above.comparison.kind === 'truth' &&
    isTrue(above.comparison) &&
    keyOf(above.asked) === keyOf(asked)
  );
}

function contradictionOf({ question }: QuestionNode, against: Settled, own: Settled): Found {
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

const isTrue = ({ operator, value }: Extract<Comparison, { kind: 'truth' | 'files' }>): boolean =>
  (operator === 'equals') === value;

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
