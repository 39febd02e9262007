/** Converts checked answers to the ledger's form and computes fingerprints, which recognise the same content. */
import type { OutgoingAnswer } from '../../../core/model/answer.ts';
import type { QuestionId } from '../../../core/model/ids.ts';
import type { LedgerAnswer } from '../../../core/model/ports.ts';
import type { QuestionTree } from '../../../core/tree/question-tree.ts';
import { fingerprintAll, fingerprintAnswer, fingerprintDetails, type Keys } from '../sessions/keys.ts';
import type { SentAnswer } from './sent-answers.ts';
import type { SubmissionDocument } from './submission-body.ts';

export interface AcceptedAnswers {
  readonly tree: QuestionTree;
  readonly answers: readonly OutgoingAnswer[];
  readonly sent: readonly SentAnswer[];
}

export function toLedgerAnswers(
  { fingerprint: key }: Keys,
  { tree, answers, sent }: AcceptedAnswers,
): Promise<readonly LedgerAnswer[]> {
  const hashes = new Map(sent.flatMap(({ staged }) => (staged === null ? [] : [[staged.id, staged.hash]])));
  return Promise.all(
    placeAnswers(tree, answers).map(async (answer) => {
      const { value } = answer;
      const fileHash = value.kind === 'document' ? (hashes.get(value.file.id) ?? null) : null;
      return { ...answer, fingerprint: await fingerprintAnswer(key, { ...answer, fileHash }) };
    }),
  );
}

type PlacedAnswer = Omit<LedgerAnswer, 'fingerprint'>;

/** Adds to each answer its position and the names that the service shows with it. */
export function placeAnswers(
  tree: QuestionTree,
  answers: readonly OutgoingAnswer[],
): readonly PlacedAnswer[] {
  const namesOf = nameQuestions(tree);
  const answered = new Set(answers.map(({ question }) => question));
  return nameFiles(answers).map((answer) => ({
    ...answer,
    parent: answeredAbove(tree, answered, answer.question),
    ...namesOf(answer.question),
  }));
}

/** The nearest ancestor that is also sent: a parent in between may be visible but unanswered. */
function answeredAbove(
  { nodes }: QuestionTree,
  answered: ReadonlySet<QuestionId>,
  id: QuestionId,
): QuestionId | null {
  let above = nodes.get(id)?.parent ?? null;
  while (above !== null && !answered.has(above)) above = nodes.get(above)?.parent ?? null;
  return above;
}

/** Numbers files of one question that have the same name, so that they can be told apart: `cv.pdf`, `cv (2).pdf`. */
function nameFiles(answers: readonly OutgoingAnswer[]): readonly OutgoingAnswer[] {
  const used = new Map<QuestionId, Set<string>>();
  return answers.map((answer) => {
    const { question, value } = answer;
    if (value.kind !== 'document') return answer;
    const names = used.get(question) ?? new Set();
    const name = freeName(value.file.name, names);
    used.set(question, names.add(name));
    return { ...answer, value: { ...value, file: { ...value.file, name } } };
  });
}

function freeName(name: string, used: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${stem} (${number})${ending}`;
  return free;
}

type Names = Pick<LedgerAnswer, 'title' | 'type' | 'isDistinct'>;

/** The names that the service shows with an answer to a question. */
function nameQuestions({ nodes }: QuestionTree): (id: QuestionId) => Names {
  const read = (id: QuestionId) => {
    const { canonicalTitle: title = '', type = 'unknown' } = nodes.get(id)?.question ?? {};
    return { title, type };
  };
  const counts = new Map<string, number>();
  const keyOf = (id: QuestionId) => JSON.stringify([read(id).title, read(id).type]);
  for (const id of nodes.keys()) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
  return (id) => ({ ...read(id), isDistinct: counts.get(keyOf(id)) === 1 });
}

/** Fingerprint of everything that was sent: the same content and secret give the same one. */
export async function fingerprintContent(
  { fingerprint: key }: Keys,
  { data: { details } }: SubmissionDocument,
  sent: readonly SentAnswer[],
): Promise<string> {
  const each = sent.map(({ question, value, staged }) =>
    fingerprintAnswer(key, { question, value, fileHash: staged?.hash ?? null }),
  );
  const own = details === null ? [] : [fingerprintDetails(key, details)];
  return fingerprintAll(key, await Promise.all([...own, ...each]));
}

/** Returns null for an existing application, which has its own details. */
export const fingerprintDestination = async (
  { fingerprint: key }: Keys,
  { data: { details } }: SubmissionDocument,
): Promise<string | null> => (details === null ? null : fingerprintDetails(key, details));
