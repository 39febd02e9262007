import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** In front of a server: it sees what a page sends while it goes away, of which the browser tells no test. */
export interface Gateway {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** What came for this path, in order. */
  seen(path: string): readonly Seen[];
  stop(): Promise<void>;
}

/** @param behind the server, or which address there a path leads to */
export async function startGateway(behind: string | ((path: string) => string)): Promise<Gateway> {
  const addressOfPath = typeof behind === 'string' ? (path: string) => behind + path : behind;
  const seen = new Map<string, Seen[]>();
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      seen.set(url, [...(seen.get(url) ?? []), { method, headers, body: body.toString() }]);
      const request = forward(addressOfPath(url), { method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      request.on('error', () => outgoing.destroy());
      request.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    seen: (path) => seen.get(path) ?? [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return address;
}
