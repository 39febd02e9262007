import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uploadByXhr } from './files.ts';

/** A slow server that notices aborted requests. */
let server: Server;
let address: string;
let requests: { readonly request: IncomingMessage; readonly response: ServerResponse }[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') response.end();
    else requests.push({ request, response });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/files/1`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function arrival(place: number) {
  await expect.poll(() => requests).toHaveLength(place + 1);
  const [arrived] = requests.slice(place);
  if (arrived === undefined) throw new Error('It has not arrived.');
  return arrived;
}

function upload() {
  const life = new AbortController();
  const progress: number[] = [];
  const init = {
    headers: { 'content-type': 'application/pdf', authorization: 'Bearer sealed' },
    body: new Blob(['x'.repeat(1000)]),
    signal: life.signal,
  };
  const reply = uploadByXhr(address, init, (done) => progress.push(done));
  return { life, progress, reply };
}

describe('an upload', () => {
  test('sends its bytes and headers, and returns the reply', async () => {
    const { reply } = upload();
    const { request, response } = await arrival(0);
    const bytes: Buffer[] = [];
    request.on('data', (part) => bytes.push(part));
    await expect.poll(() => Buffer.concat(bytes)).toHaveLength(1000);
    expect(request.headers).toMatchObject({ authorization: 'Bearer sealed' });
    response.writeHead(429, { 'retry-after': '7', 'access-control-expose-headers': '*' }).end('later');
    const { status, headers } = await reply;
    expect([status, await (await reply).text(), headers.get('retry-after')]).toEqual([429, 'later', '7']);
  });

  test('aborts its request at the server when it is cancelled', async () => {
    const { life, reply } = upload();
    const { response } = await arrival(0);
    life.abort();
    await expect(reply).rejects.toThrow();
    await expect.poll(() => response.closed).toBe(true);
  });

  test('stays open when another upload is cancelled (control)', async () => {
    upload().reply.catch(() => {});
    const first = await arrival(0);
    const { life, reply } = upload();
    const second = await arrival(1);
    life.abort();
    await expect(reply).rejects.toThrow();
    await expect.poll(() => second.response.closed).toBe(true);
    expect(first.response.closed).toBe(false);
  });
});
