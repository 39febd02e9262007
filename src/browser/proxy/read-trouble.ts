/** Reads why something failed. Separate from sending requests, because it is needed only after a failure. */

import { readFailure } from '../../core/jsonapi/read-failure.ts';
import { readFallback } from '../../core/jsonapi/read-meta.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Trouble } from './connection.ts';

export const failureOf = (trouble: Trouble): Failure =>
  'code' in trouble ? trouble : readFailure(trouble.status, trouble.document, trouble.retryAfter);

/** Where else the applicant can apply, if the proxy said so when it refused. */
export const fallbackOf = (trouble: Trouble): string | null =>
  'code' in trouble ? null : readFallback(trouble.document);
