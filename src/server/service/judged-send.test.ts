import { expect, test } from 'vitest';
import { judgeSend } from './judged-send.support.ts';

const headers = { 'content-type': 'application/vnd.api+json' };
const request = () => new Request('https://service.test/api/v1/applications');

const replyOf = (body: BodyInit) => async () => new Response(body, { headers });

test('a reply that keeps the rules comes through, with nothing to say of it', async () => {
  const judged = judgeSend(replyOf('{"data":[]}'));
  expect(await (await judged.send(request())).json()).toEqual({ data: [] });
  expect([await judged.take(), judged.judged()]).toEqual([[], 1]);
});

test('a reply that breaks a rule comes through, is told with its request, and only once', async () => {
  const judged = judgeSend(replyOf('{"data":{"id":1,"type":"jobs"}}'));
  await judged.send(request());
  expect(await judged.take()).toEqual([
    'GET https://service.test/api/v1/applications 200: /data/0/id: is no string that names anything',
  ]);
  expect(await judged.take()).toEqual([]);
});

test('a reply that breaks off is no reply', async () => {
  const broken = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  const judged = judgeSend(replyOf(broken));
  await judged.send(request());
  expect([await judged.take(), judged.judged()]).toEqual([[], 1]);
});

test('what the other side refuses is the caller’s', async () => {
  const judged = judgeSend(async () => {
    throw new TypeError('fetch failed');
  });
  await expect(judged.send(request())).rejects.toThrow('fetch failed');
  expect(await judged.take()).toEqual([]);
});
