/** Converts checked answers to the ledger's form and computes fingerprints, which recognise the same content. */

import { detailId, documentsQuestion, type FileDetailName } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer } from '../../core/model/question.ts';
import type { ApplicationFiles } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { LedgerAnswer, StagedFile } from '../ports.ts';
import {
  type DetailHashes,
  fingerprintAll,
  fingerprintAnswer,
  fingerprintDetails,
  type Keys,
} from '../sessions/keys.ts';
import type { SentAnswer, SentContent } from './content.ts';
import type { SentDetails } from './details.ts';

export interface AcceptedAnswers {
  readonly tree: QuestionTree;
  readonly answers: readonly OutgoingAnswer[];
  /** Documents that are added to the application before its first answer. */
  readonly following: readonly OutgoingAnswer[];
  readonly content: SentContent;
}

/** In the order of delivery. */
export function toLedgerAnswers(
  { fingerprint: key }: Keys,
  { tree, answers, following, content }: AcceptedAnswers,
): Promise<readonly LedgerAnswer[]> {
  const files = [...content.answers, ...(content.details?.files ?? [])];
  const hashes = new Map(files.flatMap(({ staged }) => (staged === null ? [] : [[staged.id, staged.hash]])));
  const placed = [
    ...following.map((document) => ({ ...document, ...documentNames })),
    ...placeAnswers(tree, answers),
  ];
  return Promise.all(
    placed.map(async (answer) => {
      const { value } = answer;
      const fileHash = value.kind === 'document' ? (hashes.get(value.file.id) ?? null) : null;
      return { ...answer, fingerprint: fingerprintAnswer(key, { ...answer, fileHash }) };
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
  return answers.map((answer) => ({
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

/** The documents of an application: those that the creating request carries, and those that follow it. */
export interface PlacedFiles {
  readonly files: ApplicationFiles;
  readonly following: readonly OutgoingAnswer[];
}

export function placeFiles(files: readonly SentAnswer[], follow: boolean): PlacedFiles {
  const of = (name: FileDetailName) =>
    files.filter(({ question }) => question === detailId(name)).flatMap(({ staged }) => toFile(staged));
  const [[cv], [letter], documents] = [of('cv'), of('cover_letter'), of('documents')];
  return {
    files: {
      ...(cv === undefined ? {} : { cv }),
      ...(letter === undefined ? {} : { cover_letter: letter }),
      ...(follow || documents.length === 0 ? {} : { documents }),
    },
    following: follow
      ? documents.map((file, part) => ({
          question: documentsQuestion,
          part,
          value: { kind: 'document', file },
        }))
      : [],
  };
}

const toFile = (staged: StagedFile | null): readonly AttachedFile[] => {
  if (staged === null) return [];
  const { id, name, size, type } = staged;
  return [{ id, name, size, type }];
};

/** Nothing stands above them, so an answer that the service refuses does not hold them back. */
const documentNames = { title: 'documents', type: 'multi_document', isDistinct: true, parent: null } as const;

/** Fingerprint of everything that was sent: the same content and secret give the same one. */
export async function fingerprintContent(
  { fingerprint: key }: Keys,
  { details, answers }: SentContent,
): Promise<string> {
  const own = details === null ? [] : [fingerprintDetails(key, details.texts, hashesOf(details, false))];
  // Documents count by themselves, so that it is the same content whether the service demands them or not.
  const documents = details?.files.filter(({ question }) => question === documentsQuestion) ?? [];
  const each = [...documents, ...answers].map(({ question, value, staged }) =>
    fingerprintAnswer(key, { question, value, fileHash: staged?.hash ?? null }),
  );
  return fingerprintAll(key, await Promise.all([...own, ...each]));
}

/**
 * Of what makes the application; null for an existing one, which has its own details, and where none were sent.
 *
 * @param follow documents are added after it was made, so they are no part of it
 */
export const fingerprintDestination = async (
  { fingerprint: key }: Keys,
  { details }: SentContent,
  follow: boolean,
): Promise<string | null> =>
  details === null ? null : fingerprintDetails(key, details.texts, hashesOf(details, !follow));

function hashesOf({ files }: SentDetails, withDocuments: boolean): DetailHashes {
  const of = (name: FileDetailName) =>
    files
      .filter(({ question }) => question === detailId(name))
      .map(
        ({ value, staged }) => staged?.hash ?? `missing ${value.kind === 'document' ? value.file.id : ''}`,
      );
  const [[cv], [letter], documents] = [of('cv'), of('cover_letter'), of('documents')];
  return {
    ...(cv === undefined ? {} : { cv }),
    ...(letter === undefined ? {} : { cover_letter: letter }),
    ...(withDocuments && documents.length > 0 ? { documents: [...documents].sort() } : {}),
  };
}
