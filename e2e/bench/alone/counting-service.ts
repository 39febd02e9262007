/** A minimal recruitment service over real HTTP, which counts its requests and delays its replies. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingService {
  readonly address: string;
  /** Method and path, in order. */
  readonly requests: readonly string[];
  close(): void;
}

/** @param takes milliseconds until it answers */
export async function startCountingService(takes: number): Promise<CountingService> {
  const requests: string[] = [];
  const held: object[] = [];
  const server: Server = createServer(async (request, response) => {
    requests.push(`${request.method} ${(request.url ?? '').split('?')[0]}`);
    const body = await readBody(request);
    const reply = request.method === 'POST' ? store(held, body) : show(held);
    const headers = { 'content-type': 'application/vnd.api+json' };
    setTimeout(() => {
      response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(JSON.stringify(reply));
    }, takes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('Not listening.');
  return address.port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function store(held: object[], body: string): object {
  const { data } = JSON.parse(body);
  held.push({ ...data, id: String(held.length + 1) });
  return { data: { type: 'answers', id: String(held.length) } };
}

const show = (held: readonly object[]): object => ({
  data: { type: 'applications', id: '1', relationships: { answers: { data: held } } },
  included: held,
});
