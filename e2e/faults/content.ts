/** The content of a submission and its text form, which is the same for contents that the service cannot tell apart. */
import { outgoingAnswers } from '../../src/core/answers/answers.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { OutgoingAnswer, OutgoingValue } from '../../src/core/model/question.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { Entries } from './random-form.ts';
import { goesAlong, printSaid, type Said } from './said.ts';

/** What a form has in it. */
export interface Draft {
  readonly entries: Entries;
  /** Job mode. */
  readonly said: Said | null;
}

export interface Content {
  /** Answers to the form's questions. */
  readonly formAnswers: readonly OutgoingAnswer[];
  /** All that is sent one by one: documents that follow the application, then the form's answers. */
  readonly answers: readonly OutgoingAnswer[];
  /** Job mode. */
  readonly said: Said | null;
  /**
   * Stands for the keyed hash of the proxy: the same content in any order, the same text, whether documents follow the
   * application or go with it.
   */
  readonly fingerprint: string;
  /** The same of the request that makes the application; null: it is there already. */
  readonly making: string | null;
}

/** Stands for the keyed hash of one answer: files by their bytes, which here are their ids. */
export const printOf = (question: QuestionId, value: OutgoingValue): string =>
  JSON.stringify([question, value.kind === 'document' ? { file: value.file.id } : value]);

export const contentOf = (tree: QuestionTree, { entries, said }: Draft): Content =>
  contentFrom(outgoingAnswers(tree, entries), said);

export function contentFrom(formAnswers: readonly OutgoingAnswer[], said: Said | null): Content {
  const printAll = (answers: readonly OutgoingAnswer[]) =>
    answers.map(({ question, value }) => printOf(question, value)).sort();
  const details = said === null ? 'null' : printSaid({ ...said, documents: [] });
  return {
    formAnswers,
    answers: [...(said === null || goesAlong(said) ? [] : documentsOf(said)), ...formAnswers],
    said,
    fingerprint: [details, ...printAll([...(said === null ? [] : documentsOf(said)), ...formAnswers])].join(
      ' ',
    ),
    making: said && printSaid(said),
  };
}

const documentsOf = ({ documents }: Said): readonly OutgoingAnswer[] =>
  documents.map((file, part) => ({ question: documentsQuestion, part, value: { kind: 'document', file } }));

export const followingDocuments = (said: Said | null): readonly OutgoingAnswer[] =>
  said === null || goesAlong(said) ? [] : documentsOf(said);
