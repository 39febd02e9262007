/** What an applicant changes before sending, and corrects after a refusal. */
import { outgoingAnswers, visibleQuestions } from '../../src/core/answers/answers.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { Answer, AttachedFile, OutgoingAnswer, Question } from '../../src/core/model/question.ts';
import type { Submission } from '../../src/core/model/submission.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { Random } from './random.ts';
import { type Entries, fileOf, fillIn, randomAnswer } from './random-form.ts';
import type { Refusals } from './refusals.ts';

/** Changes one answer, by which follow-ups may disappear and others appear. */
export function changeMind(tree: QuestionTree, entries: Entries, random: Random): void {
  const visible = visibleQuestions(tree, entries);
  const id = visible[random.whole(0, visible.length - 1)];
  const question = id && tree.nodes.get(id)?.question;
  if (question) entries.set(question.id, randomAnswer(question, random, fileOf(random)));
  fillIn(tree, entries, random);
}

export const openAnswers = (tree: QuestionTree, entries: Entries): readonly OutgoingAnswer[] =>
  outgoingAnswers(tree, entries);

export interface Correcting {
  readonly tree: QuestionTree;
  readonly entries: Entries;
  readonly shown: Submission;
  readonly refusals: Refusals;
}

/** Only what was refused, and what stands below it, may change. */
export function correctEntries({ tree, entries, shown, refusals }: Correcting, random: Random): void {
  const refused = new Set(
    shown.answers.flatMap(({ question, state }) => (state === 'refused' ? [question] : [])),
  );
  for (const id of refused) {
    const question = tree.nodes.get(id)?.question;
    if (question === undefined) continue;
    const isDropped = !question.required && random.chance(0.2);
    entries.set(
      id,
      replace(question, isDropped ? 'drop' : 'change', { before: entries.get(id), random, refusals }),
    );
  }
  fillIn(tree, entries, random);
}

interface Replacing {
  readonly before: Answer | null | undefined;
  readonly random: Random;
  readonly refusals: Refusals;
}

function replace(
  question: Question,
  way: 'drop' | 'change',
  { before, random, refusals }: Replacing,
): Answer | null {
  const fresh = way === 'drop' ? null : randomAnswer(question, random, fileOf(random));
  if (before?.kind !== 'files') return fresh;
  // Files that arrived stay; another one comes in the place of each that did not.
  const kept = before.files.filter((file) => !isRefused(question.id, file));
  const added = fresh?.kind === 'files' && kept.length < before.files.length ? fresh.files.slice(0, 1) : [];
  const files = [...kept, ...added];
  return files.length === 0 ? null : { kind: 'files', files };

  function isRefused(id: QuestionId, file: AttachedFile): boolean {
    return refusals.ofAnswer(id, { kind: 'document', file }) !== null;
  }
}
