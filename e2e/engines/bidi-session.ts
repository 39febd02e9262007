import { once } from 'node:events';
import { WebSocket } from 'undici';
import { member } from '../../src/core/jsonapi/json.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One session of WebDriver BiDi: commands over a WebSocket, each answered under its own number. */
export interface BidiSession {
  send(method: string, parameters?: object): Promise<unknown>;
  close(): void;
}

/** @param address `ws://127.0.0.1:PORT/session` */
export async function openBidiSession(address: string): Promise<BidiSession> {
  const socket = new WebSocket(address);
  const waiting = new Map<unknown, Waiting>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const command = waiting.get(member(message, 'id'));
    waiting.delete(member(message, 'id'));
    if (member(message, 'type') === 'success') command?.resolve(member(message, 'result'));
    else command?.reject(new Error(`${member(message, 'error')}: ${member(message, 'message')}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended the session.'));
  });
  await once(socket, 'open');
  let last = 0;
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}
