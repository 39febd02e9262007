import type { Failure } from '../../core/model/failure.ts';
import { ownFailure } from '../api/own-failure.ts';
import type { SessionHost } from '../contract.ts';

export function tellError(host: SessionHost, { code, retryable, retryAfter }: Failure): void {
  host.emit('apply-error', { code, retryable, retryAfter });
}

/** The lazy file did not load, and with it nothing that could diagnose the failure. */
export const offline = ownFailure('offline');

export function tellOffline(host: SessionHost, failure = offline): void {
  tellError(host, failure);
  host.warn('cannot load its other files: check their server and script-src.');
}
