import type { Failure, FailureCode } from '../model/failure.ts';
import type { SessionHost } from './session-host.ts';

export function tellError(host: SessionHost, { code, retryable, retryAfter }: Failure): void {
  host.emit('apply-error', { code, retryable, retryAfter });
}

/** A failure that no server told us of. */
export const ownFailure = (code: FailureCode): Failure => ({
  code,
  retryable: code === 'offline',
  retryAfter: null,
  questions: [],
  fields: [],
});
