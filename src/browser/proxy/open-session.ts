/**
 * Asks the proxy for a session of a public job, for a visitor without an application
 * (`src/server/http/README.md#post-sessions`).
 */

import { nonBlank } from '../../core/jsonapi/read-members.ts';
import { list, member, path } from '../../core/jsonapi/stored-json.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Connection, Trouble } from './connection.ts';
import { requestProxy } from './request.ts';

export type PublicJob = ({ readonly job: string } | { readonly posting: string }) & {
  readonly tenant: string;
  /** What this device was given beside a draft: its session goes on. */
  readonly draft_handle?: string | undefined;
};

/** The code that a link carries. */
export interface LinkCode {
  readonly code: string;
  readonly attempt: string;
}

export interface OpenedSession {
  readonly token: string;
  /** By which a visitor's device finds this session again, and the key of its draft; null: it has none. */
  readonly draftHandle: string | null;
  /** What seals the draft of a handle that was asked for, and for how many seconds the proxy gives it. */
  readonly draftKeys: readonly string[];
  readonly draftSeconds: number;
  /** The form as `GET /api/v1/questions` would give it; null where the reply has none. */
  readonly form: unknown;
}

/**
 * The new session, or the one that the code opens.
 * @param query asks for its form, too
 */
export async function openSession(
  connection: Connection,
  wish: PublicJob | LinkCode,
  query = '',
): Promise<Outcome<OpenedSession, Trouble>> {
  // Sent as plain text, so that a page of another origin needs no preflight.
  const reply = await requestProxy(connection, `/sessions${query}`, {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'sessions', attributes: wish } }),
  });
  if (!reply.ok) return reply;
  const { document } = reply.value;
  const token = nonBlank(path(document, 'data', 'attributes', 'token'));
  const draftHandle = nonBlank(path(document, 'data', 'attributes', 'draft_handle'));
  const draftKey = nonBlank(path(document, 'meta', 'draftKey'));
  const draftSeconds = Number(path(document, 'data', 'attributes', 'draft_expires_in') ?? 0);
  const draft = { draftHandle, draftKeys: draftKey === null ? [] : [draftKey], draftSeconds };
  return token === null ? failure(reply.value) : success({ token, ...draft, form: formOf(document) });
}

/** The session names the questions of the document's `data`; these come first among what is included. */
function formOf(document: unknown): unknown {
  const included = member(document, 'included');
  const { length } = list(path(document, 'data', 'relationships', 'questions', 'data'));
  return Array.isArray(included) ? Object.assign({}, document, { data: included.splice(0, length) }) : null;
}
