/** For tests: both ways to send a request, which must meet the same contract. */
import type { Send } from '../service/send-request.ts';
import { createUndiciSend } from './connections.ts';

export interface OpenSends {
  readonly sends: readonly (readonly [name: string, send: Send])[];
  close(): Promise<void>;
}

export function openSends(): OpenSends {
  const { send, close } = createUndiciSend();
  return {
    sends: [
      ['fetch', (request) => fetch(request)],
      ['undici', send],
    ],
    close,
  };
}
