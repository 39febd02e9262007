import { expect, test } from 'vitest';
import { respond } from '../http/replies.ts';
import { compressReply } from './answer-requests.ts';
import { sessionBody, startBench } from './server.support.ts';

const form = { data: Array.from({ length: 50 }, (_, id) => ({ type: 'questions', id: `${id}` })) };

test.each<readonly [string, string, () => Response]>([
  ['to a client that takes no gzip', 'gzip;q=0', () => respond(201, form)],
  ['that fits in one packet', 'gzip', () => respond(200, { data: [] })],
  ['without a body', 'gzip', () => new Response(null, { status: 204 })],
])('a reply %s is left as it is', async (_case, encodings, reply) => {
  const request = new Request('http://forms.example.com/', { headers: { 'accept-encoding': encodings } });
  const sent = await compressReply(request, reply());
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
