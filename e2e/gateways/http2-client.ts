/** Asks a gateway as a browser does: TLS and HTTP/2, from an address of this machine. */
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseJson } from '../../src/sandbox/json.ts';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly body: unknown;
}

export interface Client {
  /** null: no reply came, or half of one. */
  ask(path: string, asked?: Asked): Promise<Answer | null>;
  close(): void;
}

export interface Place {
  readonly port: number;
  /** The gateway's name. */
  readonly name: string;
  /** Address that the client has. */
  readonly from?: string;
}

/** Connections that a request finds closing, one after the other. */
const MOST_TRIES = 3;

/** Each connection is made anew when the gateway has closed it. */
export function createClient({ port, name, from = '127.0.0.1' }: Place): Client {
  let session: ClientHttp2Session | null = null;
  const open = () => {
    const socket = connectTls({
      socket: connectPlain({ host: '127.0.0.1', port, localAddress: from }),
      servername: name,
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    });
    const made = connect(`https://${name}:${port}`, { createConnection: () => socket });
    made.on('error', () => undefined);
    return made;
  };
  return {
    async ask(path, asked = {}) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        if (session === null || session.closed || session.destroyed) session = open();
        const answer = await askOnce(session, name, path, asked);
        if (answer !== 'not begun') return answer;
      }
      return null;
    },
    close: () => session?.close(),
  };
}

function askOnce(
  session: ClientHttp2Session,
  name: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked,
): Promise<Answer | null | 'not begun'> {
  return new Promise((resolve) => {
    const stream = session.request({ ':method': method, ':path': path, ':authority': name, ...headers });
    let isRefused = false;
    let given: Answer['headers'] = {};
    const chunks: Buffer[] = [];
    stream.on('response', (one) => {
      given = { ...one };
    });
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    // A gateway ends a connection after so many requests: what it did not begin, a browser asks again.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      isRefused =
        error.code === 'ERR_HTTP2_GOAWAY_SESSION' || stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    });
    stream.on('close', () => {
      const status = Number(given[':status'] ?? 0);
      const text = Buffer.concat(chunks).toString();
      if (isRefused) return resolve('not begun');
      resolve(status === 0 ? null : { status, headers: given, body: parseJson(text) ?? text });
    });
    stream.end(body);
  });
}
