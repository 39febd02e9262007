import { describe, expect, test, vi } from 'vitest';
import { headOf, type PackHead, weakTagOf, writeBody } from './form-body.ts';

const asking = (encodings: string) =>
  new Request('http://forms.example.com/', { headers: { 'accept-encoding': encodings } });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const newHead = () => headOf('{"data":[],"included":[]}');
const tail = bytesOf('{}}');

/** Counts how often it was asked. */
const createPack = () =>
  vi.fn<PackHead>(async () => (end) => bytesOf(`packed ${new TextDecoder().decode(end)}`));

const read = async (
  pack: PackHead | null,
  head: Uint8Array<ArrayBuffer>,
  encodings = 'gzip, deflate, br',
) => {
  const { bytes, headers } = await writeBody(pack, asking(encodings), { head, tail });
  return [new TextDecoder().decode(bytes), headers];
};

const whole = ['{"data":[],"included":[],"meta":{}}', { vary: 'Accept-Encoding' }];
const packed = ['packed {}}', { vary: 'Accept-Encoding', 'content-encoding': 'gzip' }];

describe('the body of a form', () => {
  test('is compressed once, however many read it, and again where it is another', async () => {
    const pack = createPack();
    const head = newHead();
    await Promise.all(Array.from({ length: 10 }, () => read(pack, head)));
    expect(await read(pack, head)).toEqual(packed);
    expect(pack).toHaveBeenCalledTimes(1);
    await read(pack, newHead());
    expect(pack).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['nothing is compressed here', null, 'gzip, br'],
    ['the client does not read gzip', createPack(), 'deflate, br'],
    ['it cannot be compressed', () => Promise.reject(new Error('No memory.')), 'gzip, br'],
  ] as const)('comes whole where %s', async (_case, pack, encodings) => {
    expect(await read(pack, newHead(), encodings)).toEqual(whole);
  });
});

test('a tag is of the questions and of what is told of the session, wherever it is made', async () => {
  const told = '{"state":"open"}';
  expect(await weakTagOf(newHead(), told)).toBe(await weakTagOf(newHead(), told));
  const tags = await Promise.all([
    weakTagOf(newHead(), told),
    weakTagOf(newHead(), '{"state":"sent"}'),
    weakTagOf(headOf('{"data":[1]}'), told),
  ]);
  expect(new Set(tags).size).toBe(3);
});
