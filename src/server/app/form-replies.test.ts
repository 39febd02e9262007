/** How a form comes over the line: compressed once for all who read it, and not again where it is known. */
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, startBench } from './server.support.ts';

const QUESTIONS = '/api/v1/questions?include=conditional_questions';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({});
});
afterAll(() => bench.close());

interface Raw {
  readonly encoding: string | undefined;
  readonly body: Buffer;
  /** All bytes of the connection. */
  readonly bytes: number;
}

/** As it comes, on a connection of its own. */
function read(token: string, encodings?: string): Promise<Raw> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(`${bench.address}${QUESTIONS}`, { agent: false, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const { bytesRead } = reply.socket;
        resolve({
          encoding: reply.headers['content-encoding'],
          body: Buffer.concat(chunks),
          bytes: bytesRead,
        });
      });
    });
    asking.on('error', reject).end();
  });
}

/** All but the seconds that are left. */
const lasting = (body: Buffer): unknown => {
  const { meta, ...form } = JSON.parse(body.toString());
  return { ...form, meta: { ...meta, expiresIn: null } };
};

describe('a form', () => {
  test('comes as gzip, and is the same as without', async () => {
    const { token } = await bench.apply('translated');
    const plain = lasting((await read(token)).body);
    const packed = await read(token, 'gzip, br');
    expect(packed.encoding).toBe('gzip');
    expect(lasting(gunzipSync(packed.body))).toEqual(plain);
  });

  test('has its secrets where nothing is compressed', async () => {
    const { token } = await bench.apply('nurse');
    const { draftKey } = (await bench.call('GET', QUESTIONS, { token })).json.meta;
    expect((await read(token, 'gzip')).body.includes(`"draftKey":"${draftKey}"`)).toBe(true);
  });
});

describe('a form that is known', () => {
  const ask = (token: string, tag: string) =>
    bench.call('GET', QUESTIONS, { token, headers: { 'if-none-match': tag } });

  test('comes again as 304 alone, and no cache stores either reply', async () => {
    const { token } = await bench.apply('engineer');
    const first = await bench.call('GET', QUESTIONS, { token });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[0-9a-f]{38}"$/);
    for (const tags of [tag, `"another", ${tag}`]) {
      const { status, text, headers } = await ask(token, tags);
      expect([status, text]).toEqual([304, '']);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    }
    expect((await ask(token, '"another"')).status).toBe(200);
  });

  test('comes whole once it says something else', async () => {
    const visitor = await bench.apply('nurse');
    const tagIn = async (token: string, language = '') =>
      (await bench.call('GET', QUESTIONS + language, { token })).headers.get('etag') ?? '';
    const tag = await tagIn(visitor.token);
    expect((await ask(visitor.token, tag)).status).toBe(304);
    // Another applicant has another key for drafts, and a form in another language other words.
    const other = await bench.apply('nurse');
    expect((await ask(other.token, tag)).status).toBe(200);
    const { token } = await bench.apply('translated');
    expect(await tagIn(token, '&locale=de')).not.toBe(await tagIn(token));
  });

  test('comes whole once it was sent', async () => {
    const visitor = await bench.apply('deep');
    const { headers } = await bench.readForm(visitor);
    const tag = headers.get('etag') ?? '';
    expect((await ask(visitor.token, tag)).status).toBe(304);
    expect([200, 202]).toContain((await bench.send(visitor, [])).status);
    expect((await ask(visitor.token, tag)).status).toBe(200);
  });

  test('is no way around the token', async () => {
    const { token } = await bench.apply('engineer');
    const tag = (await bench.call('GET', QUESTIONS, { token })).headers.get('etag') ?? '';
    expect((await ask(`${token}x`, tag)).status).toBe(401);
  });
});
