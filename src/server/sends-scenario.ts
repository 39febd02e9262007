/** For tests: both ways in which a request can go out, to be held to the same contract. */
import type { Send } from '../service/send-request.ts';
import { createUndiciSend } from './undici-send.ts';

const connections = createUndiciSend();

export const sends: readonly (readonly [name: string, send: Send])[] = [
  ['fetch', (request) => fetch(request)],
  ['undici', connections.send],
];

export const closeSends = connections.close;
