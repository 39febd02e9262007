/** What can never be asked because of a fault above it: told once, at the fault, with all that is lost. */
import type { QuestionId } from '../model/ids.ts';
import { isAnswerable } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import type { Found } from './finding.ts';
import type { OptionsIndex } from './options-index.ts';
import { counted, listed, named } from './words.ts';

/** @param found what was found in the set by other checks */
export function lostBelow(
  { nodes }: QuestionTree,
  found: readonly Found[],
  options: OptionsIndex,
): readonly Found[] {
  const unmet = new Set(found.flatMap(({ code, question }) => (code === 'never_shown' ? [question.id] : [])));
  /** The cause of each question that is never asked: of itself, or the first fault above it. */
  const causes = new Map<QuestionId, QuestionId>();
  const lost = new Map<QuestionId, QuestionNode[]>();
  // Parents come before their children (`buildTree`).
  for (const node of nodes.values()) {
    const { question, parent } = node;
    const cause = parent === null ? undefined : (causes.get(parent) ?? blockedBy(nodes.get(parent), node));
    if (cause === undefined) {
      if (unmet.has(question.id) || isHidden(node, nodes, options)) causes.set(question.id, question.id);
      continue;
    }
    causes.set(question.id, cause);
    const below = lost.get(cause) ?? [];
    below.push(node);
    lost.set(cause, below);
  }
  return [...lost].flatMap(([cause, below]) => {
    const node = nodes.get(cause);
    return node === undefined ? [] : [lossOf(node, below)];
  });
}

function isHidden(
  { judgement, parent }: QuestionNode,
  nodes: QuestionTree['nodes'],
  options: OptionsIndex,
): boolean {
  if (judgement === null) return false;
  if (!judgement.readable) return true;
  const { comparison } = judgement.rule;
  if (comparison.operator !== 'equals') return false;
  if (comparison.kind === 'text' || comparison.kind === 'url')
    return comparison.value !== comparison.value.trim();
  const above = parent === null ? undefined : nodes.get(parent)?.question;
  // Of a choice without options it is not said that it lacks one.
  const isListed = above?.type === 'multiple_choice' && above.options.length > 0;
  return comparison.kind === 'choice' && isListed && !options.has(above, comparison.value);
}

/** The parent itself, where it can be shown and not answered; what holds without an answer is shown all the same. */
function blockedBy(parent: QuestionNode | undefined, { judgement }: QuestionNode): QuestionId | undefined {
  if (parent === undefined || isAnswerable(parent.question)) return undefined;
  return judgement?.readable === true && judgement.rule.holdsUnanswered ? undefined : parent.question.id;
}

function lossOf({ question }: QuestionNode, below: readonly QuestionNode[]): Found {
  const names = listed(below.map((one) => named(one.question)));
  const isOne = below.length === 1;
  return {
    code: 'lost_below',
    question,
    found: `${counted(below.length, 'question', 'questions')} below it ${isOne ? 'is' : 'are'} lost with it and never shown: ${names}.`,
    fix: `Mend what is wrong with this question, and ${isOne ? 'it is' : 'they are'} asked again. If it is not needed any more, move ${isOne ? 'it' : 'them'} below another question.`,
  };
}
