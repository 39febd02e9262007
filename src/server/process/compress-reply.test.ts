import { describe, expect, test } from 'vitest';
import { respond } from '../http/replies.ts';
import { compressReply } from './answer-requests.ts';
import { sessionBody, startBench } from './server.support.ts';

const asking = (encodings?: string) =>
  new Request('http://forms.example.com/', {
    headers: encodings === undefined ? {} : { 'accept-encoding': encodings },
  });
const form = { data: Array.from({ length: 50 }, (_, id) => ({ type: 'questions', id: `${id}` })) };
const large = () => respond(201, form, { vary: 'Origin' });

describe('a reply with a form', () => {
  test.each([undefined, 'br', 'gzip;q=0', 'gzip,'.repeat(101)])(
    'is left as it is for who asks with %s',
    async (encodings) => {
      const reply = await compressReply(asking(encodings), large());
      expect(reply.headers.get('content-encoding')).toBeNull();
      expect(await reply.json()).toEqual(form);
    },
  );
});

test.each([
  ['fits in one packet', () => respond(200, { data: [] })],
  ['has no body', () => new Response(null, { status: 204 })],
  ['is a file', () => new Response('a'.repeat(9_000), { headers: { 'content-type': 'text/plain' } })],
])('a reply that %s is left as it is', async (_case, reply) => {
  const sent = await compressReply(asking('gzip'), reply());
  expect(sent.headers.get('content-encoding')).toBeNull();
  expect(await sent.text()).toBe(await reply().text());
});

test('the server sends a form that is opened with its session compressed', async () => {
  const bench = await startBench({});
  const body = sessionBody({ job: '4711', tenant: 'default' });
  const reply = await bench.call('POST', '/sessions?include=questions', { body });
  expect(reply.headers.get('content-encoding')).toBe('gzip');
  expect(reply.json.included).not.toHaveLength(0);
  await bench.close();
});
