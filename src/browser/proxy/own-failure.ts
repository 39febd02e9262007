import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { Failure } from '../../core/model/failure.ts';

/** A failure that the browser itself found, not one that a server reported. */
export const ownFailure = (code: 'offline' | 'bad_setup' | 'job_closed'): Failure => plainFailure(code);
