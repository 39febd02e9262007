/**
 * A small balancer: takes turns among the servers whose `/readyz` is not 503, keeps connections to them, and tries no
 * request twice, so that each one that a server fails is seen.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly address: string;
  /** The server at this place is at another address from now on; null: there is none. */
  place(place: number, address: string | null): void;
  /** Resolves when the server at this place gets requests. */
  isUp(place: number): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two health checks of each server: a fifth of the shortest window that is to be enough. */
const LOOK_EACH = 400;

interface Backend {
  address: string | null;
  isUp: boolean;
}

export async function startBalancer(places: number): Promise<Balancer> {
  const backends: Backend[] = Array.from({ length: places }, () => ({ address: null, isUp: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const next = (): string | null => {
    const up = backends.filter(({ isUp }) => isUp);
    turn += 1;
    return up[turn % up.length]?.address ?? null;
  };
  const server = createServer((incoming, outgoing) => {
    const address = next();
    if (address === null) refuse(outgoing, 503);
    else forward(incoming, outgoing, { address, agent });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const looks = setInterval(() => {
    for (const backend of backends) void look(backend);
  }, LOOK_EACH);
  return {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    place: (place, address) => void Object.assign(backends[place] ?? {}, { address, isUp: false }),
    async isUp(place) {
      while (backends[place]?.isUp !== true) await new Promise((resolve) => setTimeout(resolve, LOOK_EACH));
    },
    async close() {
      clearInterval(looks);
      agent.destroy();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function look(backend: Backend): Promise<void> {
  const { address } = backend;
  if (address === null) return;
  const status = await fetch(`${address}/readyz`).then(
    (response) => response.status,
    () => null,
  );
  if (backend.address === address) backend.isUp = status !== null && status < 500;
}

interface Way {
  readonly address: string;
  readonly agent: Agent;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { address, agent }: Way): void {
  const { method, url, headers } = incoming;
  const { connection: _own, ...passed } = headers;
  const onward = request(`${address}${url}`, { method, headers: passed, agent });
  onward.on('response', (reply) => {
    const { connection: _theirs, 'keep-alive': _limit, ...told } = reply.headers;
    outgoing.writeHead(reply.statusCode ?? 502, told);
    reply.pipe(outgoing);
    reply.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => refuse(outgoing, 502));
  incoming.pipe(onward);
}

function refuse(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status).end();
}
