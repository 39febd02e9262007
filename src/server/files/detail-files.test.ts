/** The CV, cover letter and documents of an application: their sizes and types. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ProxyReply,
  type RecordedProxy,
  recordProxy,
  refusedFor,
} from '../submissions/recorded-proxy.support.ts';
import { png, text } from './file-samples.support.ts';

const MB = 1_048_576;
const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const details = { cv: 'optional', cover_letter: 'optional', documents: 'optional' } as const;

const codeOf = ({ status, json }: ProxyReply) => [status, json.errors[0].code];
const rtf = (body: string) => text(`{\\rtf1\\ansi ${body}}`);
const pdf = text('%PDF-1.4\n%%EOF\n');
const ofSize = (size: number) => new Uint8Array(size).fill(0x61);

let proxy: RecordedProxy;
beforeEach(() => {
  proxy = recordProxy({ details });
});

test('accepts a cover letter of 30 MB', async () => {
  expect((await (await proxy.visit()).putFile('cover_letter', 'a.txt', ofSize(30 * MB))).status).toBe(201);
});

describe('refusals', () => {
  test.each<readonly [string, string, string, Uint8Array, readonly [number, string]]>([
    ['a cover letter of 31 MB', 'cover_letter', 'a.txt', ofSize(31 * MB), [413, 'file_too_large']],
    ['a document of 11 MB', 'document', 'a.txt', ofSize(11 * MB), [413, 'file_too_large']],
    ['a picture as a CV', 'cv', 'cv.png', png(10, 10), [415, 'file_type']],
    ['rich text as a document', 'document', 'a.rtf', rtf('a'), [415, 'file_type']],
  ])('%s is refused', async (_name, purpose, name, bytes, expected) => {
    expect(codeOf(await (await proxy.visit()).putFile(purpose, name, bytes))).toEqual(expected);
  });

  test('answers 409 to a file that the form does not ask for', async () => {
    const visit = await recordProxy({ details: { cv: 'no' } }).visit();
    for (const [purpose, field] of [
      ['cv', 'cv'],
      ['cover_letter', 'cover_letter'],
      ['document', 'documents'],
    ] as const) {
      const reply = await visit.putFile(purpose, 'cv.pdf', pdf);
      expect([...codeOf(reply), reply.json.meta.fields]).toEqual([409, 'form_changed', [field]]);
    }
  });

  test('accepts a file that the service missed in this application (control)', async () => {
    const missing = recordProxy({ details: { cv: 'no' }, learnDetails: false });
    missing.store(refusedFor('cover_letter'));
    expect((await (await missing.visit()).putFile('cover_letter', 'a.pdf', pdf)).status).toBe(201);
  });

  test.each(['cv', 'cover_letter', 'document'])('%s is refused in application mode', async (purpose) => {
    expect(codeOf(await (await proxy.apply()).putFile(purpose, 'cv.pdf', pdf))).toEqual([400, 'bad_request']);
  });
});

describe('sending', () => {
  const files = () => proxy.accepted.at(-1)?.destination;

  test('CV and cover letter go with the application, and documents before the first answer', async () => {
    const visit = await proxy.visit();
    const cv = await visit.put('cv', 'cv.pdf', pdf);
    const cover_letter = await visit.put('cover_letter', 'letter.txt', 'Dear all');
    const documents = [
      await visit.put('document', 'one.txt', '1'),
      await visit.put('document', 'two.txt', '2'),
    ];
    const answers = [['2001', { boolean_answer: true }]] as const;
    expect((await visit.send({ ...names, cv, cover_letter, documents }, answers)).status).toBe(200);
    expect(files()).toMatchObject({
      details: names,
      files: { cv: { id: cv }, cover_letter: { id: cover_letter } },
    });
    expect(proxy.accepted[0]?.answers).toMatchObject([
      { question: 'detail:documents', part: 0, parent: null, value: { file: { id: documents[0] } } },
      { question: 'detail:documents', part: 1, parent: null, value: { file: { id: documents[1] } } },
      { question: '2001' },
    ]);
    expect(Object.keys(Object(files()).files)).toEqual(['cv', 'cover_letter']);
  });

  test.each<readonly [string, number, boolean]>([
    ['twenty-one documents', 21, false],
    ['a document twice', 2, true],
  ])('answers "too_many" to %s without looking for a file', async (_name, count, isSame) => {
    const same = crypto.randomUUID();
    const documents = Array.from({ length: count }, () => (isSame ? same : crypto.randomUUID()));
    const reply = await (await proxy.visit()).send({ ...names, documents });
    expect([...codeOf(reply), reply.json.meta.fields]).toEqual([422, 'too_many', ['documents']]);
    expect(proxy.looks()).toBe(0);
  });

  test('looks for files only if the details are right', async () => {
    const visit = await proxy.visit();
    const documents = [crypto.randomUUID()];
    expect(codeOf(await visit.send({ ...names, email: 'ada', documents }))).toEqual([422, 'invalid_details']);
    expect(proxy.looks()).toBe(0);
    expect(codeOf(await visit.send({ ...names, documents }))).toEqual([422, 'file_missing']);
    expect(proxy.looks()).toBe(1);
  });
});
