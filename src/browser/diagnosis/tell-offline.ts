/** Apart from `tell-error.ts`, so that the lazy file does not carry it. */
import { ownFailure } from '../api/own-failure.ts';
import type { SessionHost } from '../contract.ts';
import { tellError } from './tell-error.ts';

/** The lazy file did not load, and with it nothing that could diagnose the failure. */
export const offline = ownFailure('offline');

export function tellOffline(host: SessionHost, failure = offline): void {
  tellError(host, failure);
  host.warn('cannot load its other files: check their server and script-src.');
}
