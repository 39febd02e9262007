/**
 * Asks the proxy for a session of a public job, for a visitor without an application
 * (`src/server/http/README.md#post-sessions`).
 */

import { nonBlank } from '../../core/jsonapi/read-members.ts';
import { path } from '../../core/jsonapi/stored-json.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Connection, Trouble } from './connection.ts';
import { MEDIA_TYPE, requestProxy } from './request.ts';

export interface PublicJob {
  readonly job: string;
  readonly tenant: string;
}

/** The code that a link carries. */
export interface LinkCode {
  readonly code: string;
  readonly attempt: string;
}

/** The token of the new session, or of the session that the code opens. */
export async function openSession(
  connection: Connection,
  wish: PublicJob | LinkCode,
): Promise<Outcome<string, Trouble>> {
  const reply = await requestProxy(connection, '/sessions', {
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'sessions', attributes: wish } }),
  });
  if (!reply.ok) return reply;
  const token = nonBlank(path(reply.value.document, 'data', 'attributes', 'token'));
  return token === null ? failure(reply.value) : success(token);
}
