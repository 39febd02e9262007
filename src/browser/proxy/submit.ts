/** Sends all answers to the proxy in one request; the same content again gets the same receipt. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { readSubmission } from '../../core/jsonapi/read-submission.ts';
import { type OutgoingSubmission, writeSubmission } from '../../core/jsonapi/write-submission.ts';
import type { Revision } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Connection, Trouble } from './connection.ts';
import { MEDIA_TYPE, requestProxy } from './request.ts';

/**
 * Browsers refuse a `keepalive` request whose body, together with those still under way, exceeds 64 KiB (fetch
 * standard). Below that limit the request arrives even if the tab is closed immediately.
 */
const KEEPALIVE_BYTES = 60_000;

/**
 * Seconds that the proxy may wait for the deliveries before it answers (`src/server/http/README.md#post-submissions`).
 */
const WAIT_SECONDS = 8;
/** Milliseconds for everything except that wait. */
const WAY = 12_000;
/** Bytes per millisecond on the slowest connection that is allowed for. */
const SLOWEST = 10;

export interface Sending extends OutgoingSubmission {
  readonly revision: Revision;
  readonly locale: string | null;
  /** Where the applicant came from, as the host calls it. */
  readonly source: string | null;
}

export async function submit(
  connection: Connection,
  sending: Sending,
): Promise<Outcome<Submission, Trouble>> {
  const body = JSON.stringify(writeSubmission(sending, sending));
  const bytes = new TextEncoder().encode(body).byteLength;
  const reply = await requestProxy(connection, '/submissions', {
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPE, prefer: `wait=${WAIT_SECONDS}` },
    body,
    keepalive: bytes < KEEPALIVE_BYTES,
    patience: WAIT_SECONDS * 1000 + WAY + bytes / SLOWEST,
  });
  if (!reply.ok) return reply;
  const submission = readSubmission(reply.value.document);
  return submission === null ? failure(plainFailure('service_unavailable')) : success(submission);
}
