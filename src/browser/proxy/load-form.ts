/** Asks the proxy for the whole question set of this session. */

import { failure, type Outcome } from '../../core/model/outcome.ts';
import type { Connection, Trouble } from './connection.ts';
import { fromDocument, type LoadedForm } from './from-document.ts';
import { requestProxy } from './request.ts';

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
