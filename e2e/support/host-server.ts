import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves host pages, on another host name and port than the form's server. */
export interface HostServer {
  /** The address under which this page now stands, with further headers. */
  show(html: string, headers?: Readonly<Record<string, string>>): string;
  stop(): Promise<void>;
}

export async function startHostServer(): Promise<HostServer> {
  let shown = { html: '', headers: {} };
  const server = createServer((_request, response) => {
    const own = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(200, { ...own, ...shown.headers });
    response.end(shown.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  return {
    show(html, headers = {}) {
      shown = { html, headers };
      return `http://localhost:${port}/`;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The host server has no port.');
  return address;
}
