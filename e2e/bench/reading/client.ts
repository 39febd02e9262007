/** Requests as browsers behind one gateway send them: a few connections that stay open, each with one request at a time. */
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As they came over the line. */
  readonly bytes: Buffer;
}

const CONNECTIONS = 8;

/** @param agent false: on a connection of its own */
export function fire(address: string, shot: Shot, agent: Agent | false = false): Promise<RawReply> {
  const { method, path, headers, body } = shot;
  return new Promise((resolve, reject) => {
    const asking = request(`${address}${path}`, { agent, method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    // As a browser does where the server closed an idle connection at this very moment.
    asking.on('error', (error) => {
      if (asking.reusedSocket) resolve(fire(address, shot, agent));
      else reject(error);
    });
    asking.end(body);
  });
}

/** As many at once as there are connections, which end with the last: a server closes those that are idle. */
export async function fireAll(address: string, shots: readonly Shot[], status: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const rest = shots.values();
  const work = async () => {
    for (const shot of rest) {
      const reply = await fire(address, shot, agent);
      if (reply.status !== status)
        throw new Error(`${shot.path} answers ${reply.status}: ${reply.bytes.toString().slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work)).finally(() => agent.destroy());
}
