/** The content of a submission and its text form, which is the same for contents that the service cannot tell apart. */
import { outgoingAnswers } from '../../src/core/answers/outgoing.ts';
import type { OutgoingAnswer, OutgoingValue } from '../../src/core/model/answer.ts';
import type { Details } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { Entries } from './random-form.ts';

export interface Content {
  readonly answers: readonly OutgoingAnswer[];
  /** Job mode. */
  readonly details: Details | null;
  /** Stands for the keyed hash of the proxy: the same content in any order, the same text. */
  readonly fingerprint: string;
}

/** Stands for the keyed hash of one answer: files by their bytes, which here are their ids. */
export const printOf = (question: QuestionId, value: OutgoingValue): string =>
  JSON.stringify([question, value.kind === 'document' ? { file: value.file.id } : value]);

export function contentOf(tree: QuestionTree, entries: Entries, details: Details | null): Content {
  const answers = outgoingAnswers(tree, entries);
  const prints = answers.map(({ question, value }) => printOf(question, value)).sort();
  return { answers, details, fingerprint: [JSON.stringify(details), ...prints].join(' ') };
}
