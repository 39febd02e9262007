import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../support/host-server.ts';

/** A kind of request that a form sends. */
export type RequestKind = 'questions' | 'upload' | 'submission';

/** Whether the request or its answer is lost; the browser sees neither an answer nor a failure. */
export type Silence = 'lost' | 'unanswered';

/** A connection from a browser to the server. */
export interface Line {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Silences all later requests of this kind: they never get an answer. */
  silence(kind: RequestKind, silence: Silence): void;
  mend(): void;
  /** Returns the number of silenced requests. */
  silenced(): number;
  stop(): Promise<void>;
}

const requestKinds: readonly (readonly [RequestKind, RegExp])[] = [
  ['questions', /^(GET .*\/api\/v1\/questions|POST .*\/sessions)\?/],
  ['upload', /^(POST|PUT|PATCH) .*\/files\//],
  ['submission', /^POST .*\/submissions$/],
];

export async function startLine(to: string): Promise<Line> {
  let broken: { readonly kind: RequestKind; readonly silence: Silence } | null = null;
  let silenced = 0;
  const { origin, stop } = await listen((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    const kind = requestKinds.find(([, pattern]) => pattern.test(line))?.[0];
    if (broken === null || kind !== broken.kind) return pass(to, incoming, outgoing);
    silenced += 1;
    if (broken.silence === 'unanswered') pass(to, incoming, null);
    else incoming.resume();
  });
  return {
    origin,
    silence(kind, silence) {
      broken = { kind, silence };
      silenced = 0;
    },
    mend() {
      broken = null;
    },
    silenced: () => silenced,
    stop,
  };
}

/** Passes a request on to the server. @param outgoing null to drop the server's answer */
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
