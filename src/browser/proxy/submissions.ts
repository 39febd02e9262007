/** Sends all answers in one request, which may be repeated safely, and reads how far they have been delivered. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { type OutgoingSubmission, readSubmission, writeSubmission } from '../../core/jsonapi/submissions.ts';
import { type Failure, failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Reference } from '../../core/model/ids.ts';
import { isSettled, type Submission } from '../../core/model/submission.ts';
import { type Connection, MEDIA_TYPE, type ProxyReply, requestProxy, type Trouble } from './request.ts';

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

export async function submit(
  connection: Connection,
  submission: OutgoingSubmission,
): Promise<Outcome<Submission, Trouble>> {
  const body = JSON.stringify(writeSubmission(submission));
  const bytes = new TextEncoder().encode(body).byteLength;
  const reply = await requestProxy(connection, '/submissions', {
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPE, prefer: `wait=${WAIT_SECONDS}` },
    body,
    keepalive: bytes < KEEPALIVE_BYTES,
    patience: WAIT_SECONDS * 1000 + WAY + bytes / SLOWEST,
  });
  return readReply(reply);
}

function readReply(reply: Outcome<ProxyReply, Trouble>): Outcome<Submission, Trouble> {
  if (!reply.ok) return reply;
  const submission = readSubmission(reply.value.document);
  return submission === null ? failure(plainFailure('service_unavailable')) : success(submission);
}

const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 10;
const GROWTH = 1.5;

export const readReceipt = async (
  connection: Connection,
  reference: Reference,
): Promise<Outcome<Submission, Trouble>> =>
  readReply(await requestProxy(connection, `/submissions/${encodeURIComponent(reference)}`));

/**
 * Yields each reading, the first after a delay, because the caller has just read the submission. A temporary failure is
 * waited out; any other is the last value yielded.
 */
export async function* follow(
  read: () => Promise<Outcome<Submission, Failure>>,
  signal: AbortSignal,
  pause = wait,
): AsyncGenerator<Outcome<Submission, Failure>> {
  let seconds = SHORTEST_SECONDS;
  let retryAfter: number | null = null;
  while (true) {
    await pause(Math.max(seconds, retryAfter ?? 0) * 1000, signal);
    if (signal.aborted) return;
    const reading = await read();
    if (signal.aborted) return;
    const isTemporary = !reading.ok && reading.error.retryable;
    retryAfter = reading.ok ? null : reading.error.retryAfter;
    if (!isTemporary) yield reading;
    if (reading.ok ? isSettled(reading.value) : !isTemporary) return;
    seconds = Math.min(LONGEST_SECONDS, seconds * GROWTH);
  }
}

/** Resolves after this many milliseconds, when the signal aborts, or when the page is restored: it may show old data. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const life = new AbortController();
    const end = () => {
      clearTimeout(timer);
      life.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { signal: life.signal });
    addEventListener('pageshow', end, { signal: life.signal });
    if (signal.aborted) end();
  });
}
