/** Asks the proxy for the whole question set of this session. */
import { failure, type Outcome } from '../model/outcome.ts';
import type { Connection } from './connection.ts';
import { fromDocument, type LoadedForm } from './from-document.ts';
import { requestProxy, type Trouble } from './request.ts';

/** @param locale language of the shown texts; null: as they were written */
export async function loadForm(
  connection: Connection,
  locale: string | null,
): Promise<Outcome<LoadedForm, Trouble>> {
  const query = new URLSearchParams({ include: 'conditional_questions' });
  if (locale !== null) query.set('locale', locale);
  const reply = await requestProxy(connection, `/api/v1/questions?${query}`);
  if (!reply.ok) return reply;
  const loaded = fromDocument(reply.value.document);
  // The whole reply: it may say where to apply otherwise.
  return loaded.ok ? loaded : failure(reply.value);
}
