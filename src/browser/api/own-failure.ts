import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { Failure } from '../../core/model/failure.ts';

/** A failure that no server told us of. */
export const ownFailure = (code: 'offline' | 'bad_setup' | 'job_closed'): Failure => plainFailure(code);
