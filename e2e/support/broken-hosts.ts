/** The pages of `broken-hosts`, each with one fault, over real HTTP on another origin than the forms server. */
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands for `__NAME__` in a page, and in a header that a page comes with. */
export type Names = Record<string, string>;

export interface BrokenHosts {
  /** Another origin than any forms server. */
  readonly origin: string;
  stop(): Promise<void>;
}

export const fillIn = (text: string, names: Names): string =>
  text.replaceAll(/__([A-Z_]+)__/g, (whole, name: string) => names[name] ?? whole);

export const readPage = (name: string, names: Names): string =>
  fillIn(readFileSync(new URL(`../broken-hosts/${name}.html`, import.meta.url), 'utf8'), names);

/** @param policies `Content-Security-Policy` of a page */
export async function serveBrokenHosts(policies: Names, names: Names): Promise<BrokenHosts> {
  const server = createServer((request, response) => {
    const name = /^\/([a-z-]+)\.html$/.exec(request.url ?? '')?.[1];
    if (request.url === '/copied/apply-form.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end('// A copy of some years ago.');
    } else if (name === undefined) response.writeHead(404).end();
    else {
      const policy = policies[name];
      const type = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(200, {
        ...type,
        ...(policy === undefined ? {} : { 'content-security-policy': fillIn(policy, names) }),
      });
      response.end(readPage(name, names));
    }
  });
  const origin = await listen(server, 'localhost');
  return { origin, stop: () => close(server) };
}

/** The same server, as a machine with a wrong clock would show it. */
export async function withWrongClock(origin: string, seconds: number): Promise<BrokenHosts> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const asked = sendRequest(`${origin}${incoming.url}`, { method, headers }, (reply) => {
      const date = new Date(Date.now() + seconds * 1_000).toUTCString();
      outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, date });
      reply.pipe(outgoing);
    });
    incoming.pipe(asked);
  });
  return { origin: await listen(server, '127.0.0.1'), stop: () => close(server) };
}

async function listen(server: HttpServer, name: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://${name}:${port}`;
}

const close = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
