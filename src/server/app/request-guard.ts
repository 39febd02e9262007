/** What is asked of each request before any room sees it: few headers, one `Host`, and a body that comes in time. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds in which the body of a request must be there that no valid token came with: its limit is 16 kB. */
export const BODY_WITHOUT_TOKEN = 20_000;

export interface BodyDeadline {
  /** Ends the connection of a body that is not whole in time. */
  begin(incoming: IncomingMessage, response: ServerResponse): void;
  /** A slow line may be at work: the request has the time of every other. */
  lift(incoming: object): void;
}

export function createBodyDeadline(milliseconds: number): BodyDeadline {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  return {
    begin(incoming, response) {
      if (!hasBody(incoming)) return;
      const timer = setTimeout(() => hangUp(incoming, response), milliseconds).unref();
      timers.set(incoming, timer);
      incoming.once('close', () => clearTimeout(timer));
    },
    lift: (incoming) => clearTimeout(timers.get(incoming)),
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** As Node does it when a request takes too long. */
function hangUp({ complete, socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (complete) return;
  if (headersSent) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

/** Lines: browsers and gateways send some 30, and each costs time. */
const MOST_HEADERS = 100;

/** 431 where there are more; nothing else of the request is read. */
export function refuseManyHeaders({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  if (rawHeaders.length <= 2 * MOST_HEADERS) return false;
  response.writeHead(431, { connection: 'close' }).end();
  return true;
}

/** Characters: a name of the DNS, a colon and a port. */
const LONGEST_HOST = 260;
const host = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/;

/** Of two lines, a gateway may have looked at the one and we at the other (RFC 9112, 3.2). */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const isHost = (index: number) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host';
  const [value = '', ...more] = rawHeaders.filter((_, index) => isHost(index));
  return more.length === 0 && value.length <= LONGEST_HOST && host.test(value);
}
