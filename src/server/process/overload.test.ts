/** Requests beyond the limit of open ones are refused unread, with a reply that pages can read. */
import { expect, test } from 'vitest';
import { openConnection } from './raw-connection.support.ts';
import { openBench, startBench, submissionBody } from './server.support.ts';

test('slow visitors do not block known applicants', async () => {
  const bench = await startBench({}, { mostOpen: 4 });
  const [visitor, known] = [await bench.visit('4712'), await bench.apply('engineer')];
  const send = async ({ token }: { readonly token: string }) =>
    (await bench.call('POST', '/submissions', { token, body: submissionBody([], {}) })).status;
  // Control: both get a reply while no visitor is slow.
  expect([await send(visitor), await send(known)]).not.toContain(503);
  const slow = await Promise.all([1, 2, 3].map(() => openConnection(bench)));
  for (const { socket, host } of slow)
    socket.write(
      `POST /submissions HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${visitor.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
  await expect.poll(() => send(visitor)).toBe(503);
  expect(await send(known)).not.toBe(503);
  for (const { socket } of slow) socket.destroy();
  await expect.poll(() => send(visitor)).not.toBe(503);
  await bench.close();
});

test.each([
  ['refuses requests beyond the limit at once with a time to retry, readable by other origins', 0, 503],
  ['control: answers one request after another within the limit', 1, 400],
])('%s', async (_name, mostOpen, status) => {
  const bench = await openBench({}, { mostOpen });
  const { token } = await bench.apply('engineer');
  const headers = { origin: 'https://careers.example.com' };
  const send = () => bench.call('POST', '/submissions', { token, headers, body: submissionBody([], {}) });
  const replies = [await send(), await send()];
  expect(replies.map((reply) => reply.status)).toEqual([status, status]);
  const [reply] = replies;
  expect(reply?.headers.get('access-control-allow-origin')).toBe('https://careers.example.com');
  expect(reply?.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const isOverloaded = status === 503;
  expect(reply?.json.errors[0]?.code === 'overloaded').toBe(isOverloaded);
  expect(Number(reply?.headers.get('retry-after')) >= 2).toBe(isOverloaded);
  expect((await bench.call('GET', '/healthz')).status).toBe(200);
  expect(bench.log.filter((line) => line.includes('overloaded'))).toHaveLength(Number(isOverloaded));
  await bench.close();
});
