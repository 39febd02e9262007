/** Uploads that are slow or break off: other requests do not wait for them, and nothing of them is kept. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnection } from './raw-connection.support.ts';
import { type Bench, startBench, type Visitor } from './server.support.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const TEXT = 'a'.repeat(100_000);

/** A file of which all but the last byte has come. */
async function begin({ token }: Visitor, id: string) {
  const { socket, host, heard } = await openConnection(bench);
  const head = [
    `PUT /files/${id} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Disposition: attachment; filename="a.txt"',
    'Apply-For: question 2009',
    `Content-Length: ${TEXT.length}`,
  ];
  socket.write(`${[...head, '', ''].join('\r\n')}${TEXT.slice(1)}`);
  return { socket, heard };
}

const put = async (visitor: Visitor, id: string) =>
  (await bench.putFile(visitor, id, { name: 'a.txt', bytes: TEXT, question: '2009' })).status;

test('forty stalled uploads do not hold up other requests', async () => {
  const slow = await Promise.all([bench.apply('one-of-each'), bench.apply('one-of-each')]);
  const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
  const begun = await Promise.all(slow.flatMap((visitor) => ids.map((id) => begin(visitor, id))));
  expect(await put(await bench.apply('one-of-each'), crypto.randomUUID())).toBe(201);
  expect(begun.map(({ heard }) => heard()).join('')).toBe('');
  for (const { socket } of begun) socket.write('a');
  for (const { heard } of begun) await expect.poll(heard).toMatch(/^HTTP\/1\.1 201 /);
});

test('a file that broke off before its last byte is none, and comes again whole under the same id', async () => {
  const visitor = await bench.apply('one-of-each');
  const id = crypto.randomUUID();
  const { socket } = await begin(visitor, id);
  socket.destroy();
  const missing = await bench.send(visitor, [['2009', { document: id }]]);
  expect(missing.json.errors[0].code).toBe('file_missing');
  expect(await put(visitor, id)).toBe(201);
  expect((await bench.send(visitor, [['2009', { document: id }]])).json.data.attributes.state).toBe(
    'complete',
  );
});
