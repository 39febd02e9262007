/** From one JSON:API document to what a form is made of; the whole of preview mode's loading. */
import { readDetails } from '../documents/read-details.ts';
import { plainFailure } from '../documents/read-failure.ts';
import { type FormMeta, readFormMeta } from '../documents/read-meta.ts';
import { readQuestionDocument } from '../documents/read-questions.ts';
import type { Failure } from '../model/failure.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { Semantics } from '../model/question.ts';
import { buildTree } from '../tree/build-tree.ts';
import type { QuestionTree } from '../tree/question-tree.ts';

export interface LoadedForm {
  readonly tree: QuestionTree;
  readonly meta: FormMeta;
}

/** @param semantics overrides what the document says of itself */
export function fromDocument(document: unknown, semantics?: Semantics): Outcome<LoadedForm, Failure> {
  const read = readQuestionDocument(document);
  if (!read.ok) return failure(plainFailure('bad_document'));
  const meta = readFormMeta(document);
  const records = [...readDetails(document), ...read.value.records];
  return success({ tree: buildTree(records, semantics ?? meta.semantics), meta });
}
