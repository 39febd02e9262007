/** A tenant can set the size and the types of the files in answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBench, openBench } from '../process/server.support.ts';

let bench: OpenBench;
let usual: OpenBench;

const tenants = { default: { documentBytes: 100, documentTypes: ['txt', 'jpeg'] } };

beforeAll(async () => {
  bench = await openBench({ APPLY_CONFIG: JSON.stringify({ tenants }) });
  usual = await openBench();
});
afterAll(async () => {
  await bench.close();
  await usual.close();
});

test('the form gets the limits of its tenant, by default 10 MB and the types of the service', async () => {
  const limitsOf = async (server: OpenBench) =>
    (await server.readForm(await server.apply('one-of-each'))).json.meta.limits;
  expect(await limitsOf(bench)).toEqual({ bytes: 100, types: ['.txt', '.jpeg', '.jpg'] });
  expect(await limitsOf(usual)).toEqual({
    bytes: 10_485_760,
    types: '.pdf .doc .docx .png .jpeg .jpg .xls .xlsx .pptx .mp4 .mov .txt'.split(' '),
  });
});

test.each([
  ['accepts a text of exactly the limit', 'a.txt', 'a'.repeat(100), 201],
  ['refuses one byte more than the limit', 'a.txt', 'a'.repeat(101), 413],
  ['refuses a type that is not in the list', 'cv.pdf', '%PDF-1.4', 415],
])('%s', async (_name, name, bytes, status) => {
  const put = async (server: OpenBench) => {
    const visitor = await server.apply('one-of-each');
    return (await server.putFile(visitor, crypto.randomUUID(), { name, bytes, question: '2009' })).status;
  };
  expect([await put(bench), await put(usual)]).toEqual([status, 201]);
});
