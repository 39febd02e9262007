/** Creates every reply of the proxy: JSON:API, and never cached. */

import type { DeliveredAnswer, DeliveredApplication, Submission } from '../../core/model/submission.ts';
import type { FileSource } from '../ports.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

/** Opened on its own, a reply runs, shows and frames nothing; a page can read it only through CORS. */
const emptyHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const baseHeaders = { ...emptyHeaders, 'content-type': MEDIA_TYPE } as const;

export const respond = (
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response => new Response(JSON.stringify(document), { status, headers: { ...baseHeaders, ...headers } });

/** The client has it, and said so. */
export const respondUnchanged = (headers: Readonly<Record<string, string>>): Response =>
  new Response(null, { status: 304, headers: { ...emptyHeaders, ...headers } });

/** @param json JSON text that is already written */
export const respondJson = (json: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(json, { headers: { ...baseHeaders, ...headers } });

/** A reply in the text format of Prometheus. */
export const respondText = (text: string): Response =>
  new Response(text, {
    headers: { ...baseHeaders, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });

/** Streams a file to the operator, as a download that a browser never displays. */
export function respondFile({ size, chunks }: FileSource): Response {
  const slices = chunks()[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await slices.return?.();
    },
  });
  const type = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
  return new Response(body, { headers: { ...baseHeaders, ...type, 'content-length': String(size) } });
}

export const respondNothing = (): Response => new Response(null, { status: 204, headers: emptyHeaders });

/**
 * The resource of `GET /submissions/{reference}` (`src/server/http/README.md#get-submissions`): what the applicant
 * may know, without the service's ids.
 */
export const writeSubmissionResource = (submission: Submission) => ({
  type: 'submissions',
  id: submission.reference,
  attributes: {
    state: submission.state,
    accepted_at: submission.acceptedAt,
    ...(submission.secondsLeft === null ? {} : { seconds_left: submission.secondsLeft }),
    application: submission.application === null ? null : writeState(submission.application),
    answers: submission.answers.map(writeState),
  },
});

const writeState = ({ code, ...part }: DeliveredAnswer | DeliveredApplication) =>
  code === null ? part : { ...part, code };
