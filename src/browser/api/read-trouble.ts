/** Reads why something failed. Apart from the asking, as it is only needed then. */
import { readFailure } from '../../core/jsonapi/read-failure.ts';
import { readFallback } from '../../core/jsonapi/read-meta.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Trouble } from './request.ts';

export const failureOf = (trouble: Trouble): Failure =>
  'code' in trouble ? trouble : readFailure(trouble.status, trouble.document, trouble.retryAfter);

/** Where the applicant can apply otherwise, when the proxy said so in its refusal. */
export const fallbackOf = (trouble: Trouble): string | null =>
  'code' in trouble ? null : readFallback(trouble.document);
