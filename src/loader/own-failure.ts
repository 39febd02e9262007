import { plainFailure } from '../documents/read-failure.ts';
import type { Failure } from '../model/failure.ts';

/** A failure that no server told us of. */
export const ownFailure = (code: 'offline' | 'bad_setup' | 'job_closed'): Failure => plainFailure(code);
