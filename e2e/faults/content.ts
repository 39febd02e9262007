/** The content of a submission and its text form, which is the same for contents that the service cannot tell apart. */
import { outgoingAnswers } from '../../src/core/answers/outgoing.ts';
import type { OutgoingAnswer, OutgoingValue } from '../../src/core/model/answer.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { Entries } from './random-form.ts';
import { goesAlong, printSaid, type Said } from './said.ts';

export interface Content {
  /** Answers to the form's questions. */
  readonly formAnswers: readonly OutgoingAnswer[];
  /** All that is sent one by one: documents that follow the application, then the form's answers. */
  readonly answers: readonly OutgoingAnswer[];
  /** Job mode. */
  readonly said: Said | null;
  /** Stands for the keyed hash of the proxy: the same content in any order, the same text. */
  readonly fingerprint: string;
}

/** Stands for the keyed hash of one answer: files by their bytes, which here are their ids. */
export const printOf = (question: QuestionId, value: OutgoingValue): string =>
  JSON.stringify([question, value.kind === 'document' ? { file: value.file.id } : value]);

export function contentOf(tree: QuestionTree, entries: Entries, said: Said | null): Content {
  const formAnswers = outgoingAnswers(tree, entries);
  const answers = [...followingDocuments(said), ...formAnswers];
  const prints = answers.map(({ question, value }) => printOf(question, value)).sort();
  const details = said === null ? 'null' : printSaid(said);
  return { formAnswers, answers, said, fingerprint: [details, ...prints].join(' ') };
}

export const followingDocuments = (said: Said | null): readonly OutgoingAnswer[] =>
  said === null || goesAlong(said)
    ? []
    : said.documents.map((file, part) => ({
        question: documentsQuestion,
        part,
        value: { kind: 'document', file },
      }));
