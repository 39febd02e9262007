/** Asks the proxy for the whole question set of this session. */
import { readFormMeta } from '../documents/read-meta.ts';
import type { Failure } from '../model/failure.ts';
import { failure, type Outcome } from '../model/outcome.ts';
import type { Connection } from './connection.ts';
import { fromDocument, type LoadedForm } from './from-document.ts';
import { requestProxy } from './request.ts';

export interface LoadFailure extends Failure {
  /** Where the applicant can apply otherwise, when the proxy said so in its refusal. */
  readonly fallback: string | null;
}

/** @param locale language of the shown texts; null: as they were written */
export async function loadForm(
  connection: Connection,
  locale: string | null,
): Promise<Outcome<LoadedForm, LoadFailure>> {
  const query = new URLSearchParams({ include: 'conditional_questions' });
  if (locale !== null) query.set('locale', locale);
  const reply = await requestProxy(connection, `/api/v1/questions?${query}`);
  const { document } = reply.ok ? reply.value : reply.error;
  const outcome = reply.ok ? fromDocument(document) : failure(reply.error.failure);
  return outcome.ok ? outcome : failure({ ...outcome.error, fallback: readFormMeta(document).fallback });
}
