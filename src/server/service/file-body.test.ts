import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeAnswer } from '../../core/jsonapi/write-answer.ts';
import type { FileSource } from '../../core/model/file-source.ts';
import { applicationId, fileId, questionId } from '../../core/model/ids.ts';
import { openSends } from '../app/sends.support.ts';
import { createService } from './create-service.ts';
import type { Send } from './send-request.ts';
import { writeEffects } from './service-error.ts';

const { sends, close: closeSends } = openSends();

interface Seen {
  readonly headers: IncomingMessage['headers'];
  bytes: number;
  readonly slices: Buffer[];
  isWhole: boolean;
}

let server: Server;
let seen: Seen[];
/** How the service takes a request; without a reply it never ends. */
let take: 'answer' | 'silence' | 'reads nothing';
let closed: Promise<void>;
let send: Send = fetch;

beforeEach(async () => {
  [seen, take] = [[], 'answer'];
  server = createServer((request, response) => {
    const one: Seen = { headers: request.headers, bytes: 0, slices: [], isWhole: false };
    seen.push(one);
    closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
    if (take === 'reads nothing') return;
    request.on('error', () => undefined);
    request.on('data', (slice: Buffer) => {
      one.bytes += slice.byteLength;
      one.slices.push(slice);
    });
    request.on('end', () => {
      one.isWhole = request.complete;
      if (take === 'answer')
        response.writeHead(201).end(JSON.stringify({ data: { type: 'answers', id: '7' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

afterAll(closeSends);

const service = (writeLimit = 5_000) =>
  createService({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'k',
    send,
    writeLimit,
  });

const bodyOf = (name: string) =>
  writeAnswer(
    {
      question: questionId('9'),
      part: 0,
      value: { kind: 'document', file: { id: fileId('f'), name, size: 1, type: 'application/pdf' } },
    },
    applicationId('99'),
  );

/** @param chunk bytes of each chunk @param breaksAt chunk that cannot be read */
function fileOf(
  bytes: Buffer,
  chunk: number,
  breaksAt = Number.POSITIVE_INFINITY,
): FileSource & { read: number } {
  const source = {
    name: 'cv.pdf',
    type: 'application/pdf',
    size: bytes.byteLength,
    read: 0,
    async *chunks() {
      for (let from = 0, number = 0; from < bytes.byteLength; from += chunk, number += 1) {
        if (number === breaksAt) throw new Error('disk');
        source.read += chunk;
        yield bytes.subarray(from, from + chunk);
      }
    },
  };
  return source;
}

const random = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, place) => (place * 31) % 251));

describe.each(sends)('over %s', (_name, one) => {
  beforeEach(() => {
    send = one;
  });
  test.each([
    [0, 1],
    [1, 1],
    [2, 7],
    [3, 3],
    [49_151, 1_000],
    [49_152, 49_152],
    [49_153, 65_536],
    [200_000, 777],
    [1_000_000, 1_000_000],
  ])('a file of %i bytes in chunks of %i arrives as it is, with its exact length', async (size, chunk) => {
    const bytes = random(size);
    const name = 'Zeugnis "ü".pdf';
    const file = { ...fileOf(bytes, chunk), name };
    expect(await service().createAnswer(bodyOf(name), file)).toEqual({ ok: true, value: '7' });
    const [one] = seen;
    const text = Buffer.concat(one?.slices ?? []);
    expect(one?.headers['content-length']).toBe(String(text.byteLength));
    expect(one?.headers['transfer-encoding']).toBeUndefined();
    const { attributes, relationships } = JSON.parse(text.toString()).data;
    expect(attributes.document_base64_filename).toBe(name);
    expect(attributes.document_base64_data).toBe(`data:application/pdf;base64,${bytes.toString('base64')}`);
    expect(relationships.answerable.data.id).toBe('99');
  });

  test('a file that cannot be read from its beginning is not sent at all', async () => {
    const reply = await service().createAnswer(bodyOf('a.pdf'), fileOf(random(100_000), 1_000, 0));
    expect(reply).toEqual({ ok: false, error: { kind: 'unreadable_file' } });
    expect(writeEffects.unreadable_file).toBe('not_stored');
    expect(seen).toEqual([]);
  });

  /** So large that the connection cannot take it all in advance. */
  const large = Buffer.alloc(16 * 1_048_576);

  test.each<[string, FileSource]>([
    ['breaks off', fileOf(large, 50_000, 100)],
    ['is shorter than was told', { ...fileOf(large, 50_000), size: large.byteLength + 1 }],
    ['is longer than was told', { ...fileOf(large, 50_000), size: large.byteLength - 1 }],
  ])(
    'a file that %s on its way is never a whole body, and is not reported as not stored',
    async (_name, file) => {
      const reply = await service().createAnswer(bodyOf('a.pdf'), file);
      expect(reply).toEqual({ ok: false, error: { kind: 'interrupted' } });
      expect(writeEffects.interrupted).toBe('unclear');
      await closed;
      expect(seen[0]?.isWhole).toBe(false);
      expect(seen[0]?.bytes).toBeLessThan(Number(seen[0]?.headers['content-length']));
    },
  );

  test('when the time is over the connection is closed, so that nothing can be done any more', async () => {
    take = 'silence';
    const reply = await service(100).createAnswer(bodyOf('a.pdf'), fileOf(random(1_000), 100));
    expect(reply).toEqual({ ok: false, error: { kind: 'timeout' } });
    await closed;
  });

  test('a service that reads slowly is waited for: no more of the file is read than goes', async () => {
    take = 'reads nothing';
    const file = fileOf(Buffer.alloc(64 * 1_048_576), 65_536);
    // The limit grows with the size, so the connection is closed by hand.
    const sending = service(100).createAnswer(bodyOf('a.pdf'), file);
    let before = -1;
    while (seen.length === 0 || file.read > before) {
      before = file.read;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // What the connection itself takes in advance.
    expect(file.read).toBeLessThan(16 * 1_048_576);
    server.closeAllConnections();
    expect(await sending).toEqual({ ok: false, error: { kind: 'interrupted' } });
    const after = file.read;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(file.read - after).toBeLessThanOrEqual(1_048_576);
  });
});

test('a file is given a second more for each 256 KiB', () => {
  expect([0, 262_144, 10 * 1_048_576].map(service(15_000).limitOf)).toEqual([15_000, 16_000, 55_000]);
});

test('a file goes in a request of which Node’s fetch keeps no copy, as it does where it may follow a redirect', async () => {
  const modes: string[] = [];
  const send = async (request: Request) => {
    modes.push(request.redirect);
    return fetch(request);
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one = createService({ baseUrl, key: 'k', send });
  await one.createAnswer(bodyOf('cv.pdf'), fileOf(Buffer.from('%PDF-1.7'), 4));
  await one.createAnswer(bodyOf('cv.pdf'));
  expect(modes).toEqual(['error', 'manual']);
});
