import type { Failure } from '../model/failure.ts';
import type { SessionHost } from './session-host.ts';

export function tellError(host: SessionHost, { code, retryable, retryAfter }: Failure): void {
  host.emit('apply-error', { code, retryable, retryAfter });
}
