import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';

/** A kind of request that a form sends. */
export type Errand = 'questions' | 'upload' | 'submission';

/** Whether the request or its answer is lost; the browser sees neither an answer nor a failure. */
export type Silence = 'lost' | 'unanswered';

/** A connection from a browser to the server. */
export interface Line {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Silences later requests; they never get an answer. */
  silence(errand: Errand, silence: Silence): void;
  mend(): void;
  /** Returns the number of silenced requests. */
  silenced(): number;
  stop(): Promise<void>;
}

const errands: readonly (readonly [Errand, RegExp])[] = [
  ['questions', /^(GET .*\/api\/v1\/questions|POST .*\/sessions)\?/],
  ['upload', /^(POST|PUT|PATCH) .*\/files\//],
  ['submission', /^POST .*\/submissions$/],
];

export async function startLine(to: string): Promise<Line> {
  let broken: { readonly errand: Errand; readonly silence: Silence } | null = null;
  let silenced = 0;
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    const errand = errands.find(([, pattern]) => pattern.test(line))?.[0];
    if (broken === null || errand !== broken.errand) return pass(to, incoming, outgoing);
    silenced += 1;
    if (broken.silence === 'unanswered') pass(to, incoming, null);
    else incoming.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    silence(errand, silence) {
      broken = { errand, silence };
      silenced = 0;
    },
    mend() {
      broken = null;
    },
    silenced: () => silenced,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param outgoing null to drop the server's answer */
function pass(to: string, incoming: IncomingMessage, outgoing: ServerResponse | null): void {
  const { method, url, headers } = incoming;
  const request = forward(to + url, { method, headers }, (reply) => {
    if (outgoing === null) return reply.resume();
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    return reply.pipe(outgoing);
  });
  request.on('error', () => outgoing?.destroy());
  outgoing?.on('close', () => request.destroy());
  incoming.pipe(request);
}
