import { createServer, type RequestListener, type Server } from 'node:http';

export interface Listening {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server on a free port. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: originOf(server), stop: () => end(server) };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Serves host pages, on another host name and port than the form's server. */
export interface HostServer {
  /** Serves this page with further headers, and returns its address. */
  show(html: string, headers?: Readonly<Record<string, string>>): string;
  stop(): Promise<void>;
}

export async function startHostServer(): Promise<HostServer> {
  let shown = { html: '', headers: {} };
  const { origin, stop } = await listen((_request, response) => {
    const defaults = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(200, { ...defaults, ...shown.headers });
    response.end(shown.html);
  });
  return {
    show(html, headers = {}) {
      shown = { html, headers };
      return `${origin.replace('127.0.0.1', 'localhost')}/`;
    },
    stop,
  };
}
