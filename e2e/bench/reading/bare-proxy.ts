/** The control of the read path: passes each request on to `UPSTREAM` and its reply back, on connections that stay open. */
import { Agent, createServer, request } from 'node:http';
import { print } from '../../../src/server/app/print.ts';

const upstream = new URL(process.env['UPSTREAM'] ?? '');
const agent = new Agent({ keepAlive: true });

const proxy = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const { hostname, port } = upstream;
  const passed = { agent, hostname, port, method, path, headers: { ...headers, 'x-api-key': 'key' } };
  const asking = request(passed, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  asking.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(asking);
});

proxy.listen(0, '127.0.0.1', () => {
  const address = proxy.address();
  if (typeof address === 'object' && address !== null) print(`Bare proxy  http://127.0.0.1:${address.port}`);
});
