/** Every reply of the proxy: JSON:API, never stored by anybody. */
import type { DeliveredAnswer, DeliveredApplication, Submission } from '../model/submission.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

const baseHeaders = {
  'content-type': MEDIA_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export const respond = (
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response => new Response(JSON.stringify(document), { status, headers: { ...baseHeaders, ...headers } });

/** @param body JSON, written and encoded before */
export const respondBytes = (body: Uint8Array<ArrayBuffer>): Response =>
  new Response(body, { status: 200, headers: baseHeaders });

/** What Prometheus reads. */
export const respondText = (text: string): Response =>
  new Response(text, {
    headers: { ...baseHeaders, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });

export const respondNothing = (): Response =>
  new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });

/** The resource of `GET /submissions/{reference}` (DOORS): what the applicant may know, and no id of the service's. */
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
