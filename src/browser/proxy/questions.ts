/** The question set of a session, and why there is none. */

import { list, path } from '../../core/jsonapi/json.ts';
import { plainFailure, readFailure } from '../../core/jsonapi/read-failure.ts';
import {
  type FormMeta,
  readDetails,
  readFallback,
  readFormMeta,
  readQuestionDocument,
} from '../../core/jsonapi/read-questions.ts';
import { type Failure, failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Semantics } from '../../core/model/question.ts';
import { buildTree, type QuestionTree } from '../../core/tree/question-tree.ts';
import { type Connection, requestProxy, type Trouble } from './request.ts';

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

/** The language the service uses by default (its document: default of `locale`). */
const unasked = 'en';

/** @param language of the shown texts */
export const formQuery = (include: string, language: string): string =>
  `?include=${include}${language === unasked ? '' : `&locale=${language}`}`;

/** @param language of the shown texts */
export async function loadForm(
  connection: Connection,
  language: string,
): Promise<Outcome<LoadedForm, Trouble>> {
  const reply = await requestProxy(
    connection,
    `/api/v1/questions${formQuery('conditional_questions', language)}`,
  );
  if (!reply.ok) return reply;
  const loaded = fromDocument(reply.value.document);
  // Passes on the whole reply, since it may say where else to apply.
  return loaded.ok ? loaded : failure(reply.value);
}

export const failureOf = (trouble: Trouble): Failure =>
  'code' in trouble ? trouble : readFailure(trouble.status, trouble.document, trouble.retryAfter);

/** Where else the applicant can apply, if the proxy said so when it refused. */
export const fallbackOf = (trouble: Trouble): string | null =>
  'code' in trouble ? null : readFallback(trouble.document);
