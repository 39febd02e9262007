/** What is not asked, or not sent, because of a fault above it: told once, at the fault, with all that is lost. */
import type { QuestionId } from '../model/ids.ts';
import { isAnswerable } from '../model/question.ts';
import type { QuestionNode, QuestionTree } from '../tree/question-tree.ts';
import type { FindingCode, Found } from './finding.ts';
import type { OptionsIndex } from './options-index.ts';
import { counted, listed, named } from './words.ts';

/** @param found what was found in the set by other checks */
export function lostBelow(
  { nodes }: QuestionTree,
  found: readonly Found[],
  options: OptionsIndex,
): readonly Found[] {
  const unmet = new Map(
    found.flatMap(({ code, question }) => (isLoss(code) ? [[question.id, code] as const] : [])),
  );
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
    return node === undefined ? [] : [lossOf(node, below, unmet.get(cause) ?? 'never_shown')];
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

/** In words that follow the number of questions below the fault, and what is gained when it is mended. */
type Loss = (isOne: boolean) => readonly [lost: string, gained: string];

type Fault = Extract<FindingCode, 'never_shown' | 'contradicts_above' | 'gone_before_sending'>;

const losses: Readonly<Record<Fault, Loss>> = {
  never_shown: (isOne) =>
    isOne
      ? ['is lost with it and never shown', 'it is asked again']
      : ['are lost with it and never shown', 'they are asked again'],
  contradicts_above: (isOne) =>
    isOne
      ? ['is lost with it for all who answer alike', 'it is asked again']
      : ['are lost with it for all who answer alike', 'they are asked again'],
  gone_before_sending: (isOne) =>
    isOne
      ? ['is gone with it before the form can be sent', 'its answer arrives']
      : ['are gone with it before the form can be sent', 'their answers arrive'],
};

const isLoss = (code: FindingCode): code is Fault => Object.hasOwn(losses, code);

function lossOf({ question }: QuestionNode, below: readonly QuestionNode[], code: Fault): Found {
  const names = listed(below.map((one) => named(one.question)));
  const isOne = below.length === 1;
  const [lost, gained] = losses[code](isOne);
  return {
    code: 'lost_below',
    question,
    found: `${counted(below.length, 'question', 'questions')} below it ${lost}: ${names}.`,
    fix: `Mend what is wrong with this question, and ${gained}. If it is not needed any more, move ${isOne ? 'it' : 'them'} below another question.`,
  };
}
