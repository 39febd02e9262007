/** Turns one JSON:API document into what a form is made of; all the loading that preview mode does. */
import { readDetails } from '../../core/jsonapi/read-details.ts';
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { type FormMeta, readFormMeta } from '../../core/jsonapi/read-meta.ts';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { list, path } from '../../core/jsonapi/stored-json.ts';
import type { Failure } from '../../core/model/failure.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Semantics } from '../../core/model/question.ts';
import { buildTree } from '../../core/tree/build-tree.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { Trouble } from './connection.ts';

export interface LoadedForm {
  readonly tree: QuestionTree;
  readonly meta: FormMeta;
  /** The document, where its `meta` asks for more than names and email: another file reads it (`details/`). */
  readonly further?: unknown;
}

export type Loading = Outcome<LoadedForm, Trouble>;

/** Members of `meta`, empty or null where there is nothing. */
const furtherMembers = ['consent', 'equality', 'sections', 'privacyUrl', 'nextText', 'nextUrl'];

/** @param semantics overrides what the document states */
export function fromDocument(document: unknown, semantics?: Semantics): Outcome<LoadedForm, Failure> {
  const read = readQuestionDocument(document);
  if (!read.ok) return failure(plainFailure('bad_document'));
  const meta = readFormMeta(document);
  const details = readDetails(document);
  const tree = buildTree([...details, ...read.value.records], semantics ?? meta.semantics);
  const isFurther =
    list(path(document, 'meta', 'details')).length > details.length ||
    furtherMembers.some((name) => `${path(document, 'meta', name) ?? ''}`);
  return success({ tree, meta, further: isFurther ? document : null });
}
