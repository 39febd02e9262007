import { expect, test } from 'vitest';
import { createAsker, MOST_REQUESTS } from './asker.ts';

const question = { path: '/api/v1/questions', about: 'the questions' };

function open(answer: () => Response) {
  const asked: Request[] = [];
  const asker = createAsker({
    baseUrl: 'http://service.test',
    key: 'secret',
    gap: 500,
    pause: async () => undefined,
    tell: () => undefined,
    send: async (request) => {
      asked.push(request);
      return answer();
    },
  });
  return { asker, asked };
}

test('no more than the most is asked, however much is wanted', async () => {
  const { asker, asked } = open(() => Response.json({ data: [] }));
  const replies = await Promise.all(Array.from({ length: MOST_REQUESTS }, () => asker.get(question)));
  expect(replies).not.toContain(null);
  expect(await asker.get(question)).toBeNull();
  expect([asked.length, asker.count()]).toEqual([MOST_REQUESTS, MOST_REQUESTS]);
});

test('a service that has had enough twice is left alone', async () => {
  const { asker, asked } = open(() => new Response('{}', { status: 429 }));
  expect(await asker.get(question)).toBeNull();
  expect(await asker.get(question)).toBeNull();
  expect([asked.length, asker.limited()]).toEqual([2, null]);
});

test('a redirect is a reply and is not followed', async () => {
  const { asker, asked } = open(
    () => new Response(null, { status: 302, headers: { location: 'http://other.test' } }),
  );
  expect(await asker.get(question)).toMatchObject({ status: 302 });
  expect(asked.map(({ method, redirect }) => [method, redirect])).toEqual([['GET', 'manual']]);
});
