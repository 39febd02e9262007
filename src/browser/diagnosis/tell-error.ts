import type { Failure } from '../../core/model/failure.ts';
import type { SessionHost } from '../contract.ts';

export function tellError(host: SessionHost, { code, retryable, retryAfter }: Failure): void {
  host.emit('apply-error', { code, retryable, retryAfter });
}
