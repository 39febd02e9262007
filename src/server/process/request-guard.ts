/**
 * What every request must meet before it reaches a tenant's handler: few headers, one `Host`, and a body that arrives
 * in time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, type Clock } from '../clock.ts';

/** Milliseconds in which a body without a valid token must arrive: such bodies are limited to 16 kB. */
export const BODY_WITHOUT_TOKEN = 20_000;
/** Milliseconds for an application, which has 1 MB at most and mostly some kB. */
export const BODY_OF_APPLICATION = 60_000;

export interface BodyDeadline {
  /** Ends the connection when its body is not complete in time. */
  begin(incoming: IncomingMessage, response: ServerResponse): void;
  /** Gives the request so many milliseconds from now on, since its sender may have a slow line. */
  extend(incoming: object, milliseconds: number): void;
}

export function createBodyDeadline(clock: Clock): BodyDeadline {
  const deadlines = new WeakMap<object, (milliseconds: number) => void>();
  return {
    begin(incoming, response) {
      if (!hasBody(incoming)) return;
      let callOff = () => {};
      const extend = (milliseconds: number) => {
        callOff();
        callOff = after(clock, milliseconds, () => hangUp(incoming, response));
      };
      extend(BODY_WITHOUT_TOKEN);
      deadlines.set(incoming, extend);
      incoming.once('close', () => callOff());
    },
    extend: (incoming, milliseconds) => deadlines.get(incoming)?.(milliseconds),
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** As Node does when a request takes too long. */
function hangUp({ complete, socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (complete) return;
  if (headersSent) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

/** Lines: browsers and gateways send about 30, and each costs time. */
const MOST_HEADERS = 100;

/** 431 when there are more; the rest of the request is not read. */
export function refuseManyHeaders({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  if (rawHeaders.length <= 2 * MOST_HEADERS) return false;
  response.writeHead(431, { connection: 'close' }).end();
  return true;
}

/** Characters: a DNS name, a colon and a port. */
const LONGEST_HOST = 260;
const host = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/;

/** With two `Host` lines, a gateway may have used one and we the other (RFC 9112, 3.2). */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const isHost = (index: number) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host';
  const [value = '', ...more] = rawHeaders.filter((_, index) => isHost(index));
  return more.length === 0 && value.length <= LONGEST_HOST && host.test(value);
}
