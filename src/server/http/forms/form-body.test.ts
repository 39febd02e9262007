import { describe, expect, test } from 'vitest';
import type { Encoding } from '../accepted-encodings.ts';
import { headOf, type PackHead, weakTagOf, writeBody } from './form-body.ts';

const asking = (encodings: string) =>
  new Request('http://forms.example.com/', { headers: { 'accept-encoding': encodings } });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const newHead = () => headOf('{"data":[],"included":[]}');
const tail = bytesOf('{}}');

/** Writes the name of the encoding, and counts. */
function createPack(delays: Partial<Record<Encoding, Promise<void>>> = {}) {
  const packed: Encoding[] = [];
  const pack: PackHead = async (_head, encoding) => {
    packed.push(encoding);
    await delays[encoding];
    return (end) => bytesOf(`${encoding} ${new TextDecoder().decode(end)}`);
  };
  return { pack, packed };
}

const read = async (
  pack: PackHead | null,
  head: Uint8Array<ArrayBuffer>,
  encodings = 'gzip, deflate, br',
) => {
  const { bytes, headers } = await writeBody(pack, asking(encodings), { head, tail });
  return [new TextDecoder().decode(bytes), headers];
};

const whole = ['{"data":[],"included":[],"meta":{}}', { vary: 'Accept-Encoding' }];
const as = (encoding: Encoding) => [
  `${encoding} {}}`,
  { vary: 'Accept-Encoding', 'content-encoding': encoding },
];

describe('the body of a form', () => {
  test('is compressed once, however many read it, at once or later', async () => {
    const { pack, packed } = createPack();
    const head = newHead();
    await Promise.all(Array.from({ length: 10 }, () => read(pack, head)));
    expect(await read(pack, head)).toEqual(as('br'));
    expect([...packed].sort()).toEqual(['br', 'gzip']);
  });

  test.each([
    ['nothing is compressed here', null, 'gzip, br'],
    ['the client reads neither', createPack().pack, 'deflate, zstd'],
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
