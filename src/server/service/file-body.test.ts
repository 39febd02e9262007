import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applicationId, fileId, jobId, questionId, reference } from '../../core/model/ids.ts';
import { deepUnless } from '../../deep-unless.support.ts';
import type { FileSource } from '../ports.ts';
import { openSends } from '../process/sends.support.ts';
import { writeAnswer, writeApplication } from './bodies.ts';
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
/** How the service replies to a request. */
let take: 'answer' | 'nothing to say' | 'silence';
/** The method and path of each request. */
let methods: string[];
let replied: 'answers' | 'applications';
let closed: Promise<void>;
let send: Send = fetch;

beforeEach(async () => {
  [seen, take, replied, methods] = [[], 'answer', 'answers', []];
  server = createServer((request, response) => {
    const current: Seen = { headers: request.headers, bytes: 0, slices: [], isWhole: false };
    seen.push(current);
    methods.push(`${request.method} ${request.url}`);
    closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
    request.on('error', () => undefined);
    request.on('data', (slice: Buffer) => {
      current.bytes += slice.byteLength;
      current.slices.push(slice);
    });
    request.on('end', () => {
      current.isWhole = request.complete;
      if (take === 'nothing to say') response.writeHead(204).end();
      if (take === 'answer')
        response.writeHead(201).end(JSON.stringify({ data: { type: replied, id: '7' } }));
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
function fileOf(bytes: Buffer, chunk: number, breaksAt = Number.POSITIVE_INFINITY): FileSource {
  return {
    name: 'cv.pdf',
    type: 'application/pdf',
    size: bytes.byteLength,
    async *chunks() {
      for (let from = 0, number = 0; from < bytes.byteLength; from += chunk, number += 1) {
        if (number === breaksAt) throw new Error('disk');
        yield bytes.subarray(from, from + chunk);
      }
    },
  };
}

const sampleBytes = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251));

for (const [name, sendBy] of sends)
  describe(`over ${name}`, deepUnless(name === 'undici'), () => {
    beforeEach(() => {
      send = sendBy;
    });
    test.each([
      [0, 1],
      [49_152, 49_152],
      [49_153, 65_536],
      [200_000, 777],
    ])('sends a file of %i bytes in chunks of %i unchanged, with its exact length', async (size, chunk) => {
      const bytes = sampleBytes(size);
      const name = 'Zeugnis "ü".pdf';
      const file = { ...fileOf(bytes, chunk), name };
      expect(await service().createAnswer(bodyOf(name), file)).toEqual({ ok: true, value: '7' });
      const [request] = seen;
      const text = Buffer.concat(request?.slices ?? []);
      expect(request?.headers['content-length']).toBe(String(text.byteLength));
      expect(request?.headers['transfer-encoding']).toBeUndefined();
      const { attributes, relationships } = JSON.parse(text.toString()).data;
      expect(attributes.document_base64_filename).toBe(name);
      expect(attributes.document_base64_data).toBe(`data:application/pdf;base64,${bytes.toString('base64')}`);
      expect(relationships.answerable.data.id).toBe('99');
    });

    describe('the body of an application', () => {
      beforeEach(() => {
        replied = 'applications';
      });
      const sizes = [100_001, 0, 49_152, 7];
      const [cv, letter, ...documents] = sizes.map((size, index) => ({
        ...fileOf(sampleBytes(size), 10_000),
        name: `${index} "ü".pdf`,
        size,
      }));
      const attached = (source: FileSource | undefined) => ({
        id: fileId(source?.name ?? ''),
        name: source?.name ?? '',
        size: source?.size ?? 0,
        type: source?.type ?? '',
      });
      const files = {
        cv: attached(cv),
        cover_letter: attached(letter),
        documents: documents.map(attached),
      };
      const body = writeApplication(
        { kind: 'job', job: jobId('4711'), details: { email: 'a@b.c' }, files, locale: null, source: null },
        reference('R1'),
      );
      const sources = [cv, letter, ...documents].flatMap((source) => source ?? []);

      test('contains all files one after another, with its exact length', async () => {
        expect(await service().createApplication(body, sources)).toEqual({ ok: true, value: '7' });
        const text = Buffer.concat(seen[0]?.slices ?? []);
        expect(seen[0]?.headers['content-length']).toBe(String(text.byteLength));
        const { attributes } = JSON.parse(text.toString()).data;
        const uri = (index: number) =>
          `data:application/pdf;base64,${sampleBytes(sizes[index] ?? 0).toString('base64')}`;
        expect(attributes).toEqual({
          email: 'a@b.c',
          cv_base64_data: uri(0),
          cv_base64_filename: '0 "ü".pdf',
          cover_letter_base64_data: uri(1),
          cover_letter_base64_filename: '1 "ü".pdf',
          documents_base64: [
            { data: uri(2), filename: '2 "ü".pdf' },
            { data: uri(3), filename: '3 "ü".pdf' },
          ],
          external_system_reference: 'R1',
        });
      });

      test.each([0, 2, 3])('is not sent when file %i cannot be read', async (index) => {
        const broken = sources.map((source, at) =>
          at === index ? { ...source, ...fileOf(sampleBytes(9), 3, 0) } : source,
        );
        const reply = await service().createApplication(body, broken);
        expect(reply).toEqual({ ok: false, error: { kind: 'unreadable_file' } });
        expect(writeEffects.unreadable_file).toBe('not_stored');
        expect(seen).toEqual([]);
      });

      test('is a PATCH with one document when a document follows', async () => {
        const [, , document] = sources;
        if (document === undefined) throw new Error('There is no such file.');
        const data = `data:application/pdf;base64,${sampleBytes(49_152).toString('base64')}`;
        for (const reply of ['answer', 'nothing to say'] as const) {
          take = reply;
          const added = await service().addDocument(applicationId('99'), 'Zeugnis (2).pdf', document);
          expect(added).toEqual({ ok: true, value: null });
        }
        expect(methods[0]).toBe('PATCH /api/v1/applications/99');
        const attributes = { documents_base64: [{ data, filename: 'Zeugnis (2).pdf' }] };
        expect(JSON.parse(Buffer.concat(seen[0]?.slices ?? []).toString())).toEqual({
          data: { type: 'applications', id: '99', attributes },
        });
      });
    });

    /** Larger than the buffers of the connection. */
    const large = Buffer.alloc(16 * 1_048_576);

    test.each<[string, FileSource]>([
      ['breaks off', fileOf(large, 50_000, 100)],
      ['is shorter than declared', { ...fileOf(large, 50_000), size: large.byteLength + 1 }],
      ['is longer than declared', { ...fileOf(large, 50_000), size: large.byteLength - 1 }],
    ])(
      'a file that %s while it is sent gives an incomplete body and an unclear outcome',
      async (_name, file) => {
        const reply = await service().createAnswer(bodyOf('a.pdf'), file);
        expect(reply).toEqual({ ok: false, error: { kind: 'interrupted' } });
        expect(writeEffects.interrupted).toBe('unclear');
        await closed;
        expect(seen[0]?.isWhole).toBe(false);
        expect(seen[0]?.bytes).toBeLessThan(Number(seen[0]?.headers['content-length']));
      },
    );

    test('closes the connection when the time is over, so that the service cannot store the answer', async () => {
      take = 'silence';
      const reply = await service(100).createAnswer(bodyOf('a.pdf'), fileOf(sampleBytes(1_000), 100));
      expect(reply).toEqual({ ok: false, error: { kind: 'timeout' } });
      await closed;
    });
  });

test('the time limit of a write grows by a second for each 256 KiB', () => {
  expect([0, 262_144, 10 * 1_048_576].map(service(15_000).limitOf)).toEqual([15_000, 16_000, 55_000]);
});
