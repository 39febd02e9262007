/** Polls a submission until nothing more will happen to it without the applicant or the operator. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { readSubmission } from '../../core/jsonapi/read-submission.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Reference } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { isSettled, type Submission } from '../../core/model/submission.ts';
import type { Connection, Trouble } from './connection.ts';
import { requestProxy } from './request.ts';
import { wait } from './wait.ts';

const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 10;
const GROWTH = 1.5;

export async function readReceipt(
  connection: Connection,
  reference: Reference,
): Promise<Outcome<Submission, Trouble>> {
  const reply = await requestProxy(connection, `/submissions/${encodeURIComponent(reference)}`);
  if (!reply.ok) return reply;
  const submission = readSubmission(reply.value.document);
  return submission === null ? failure(plainFailure('service_unavailable')) : success(submission);
}

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
    const passing = !reading.ok && reading.error.retryable;
    retryAfter = reading.ok ? null : reading.error.retryAfter;
    if (!passing) yield reading;
    if (reading.ok ? isSettled(reading.value) : !passing) return;
    seconds = Math.min(LONGEST_SECONDS, seconds * GROWTH);
  }
}
