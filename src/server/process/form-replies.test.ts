/** A form that the browser has already does not come over the line again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, startBench } from './server.support.ts';

const QUESTIONS = '/api/v1/questions?include=conditional_questions';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({});
});
afterAll(() => bench.close());

describe('a form that is known', () => {
  const ask = (token: string, tag: string) =>
    bench.call('GET', QUESTIONS, { token, headers: { 'if-none-match': tag } });

  test('comes again as 304 alone, and no cache stores either reply', async () => {
    const { token } = await bench.apply('engineer');
    const first = await bench.call('GET', QUESTIONS, { token });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const tags of [tag, `"another", ${tag}`]) {
      const { status, text, headers } = await ask(token, tags);
      expect([status, text]).toEqual([304, '']);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    }
    expect((await ask(token, '"another"')).status).toBe(200);
  });

  test('comes whole once it says something else', async () => {
    const visitor = await bench.apply('nurse');
    const tagIn = async (token: string, language = '') =>
      (await bench.call('GET', QUESTIONS + language, { token })).headers.get('etag') ?? '';
    const tag = await tagIn(visitor.token);
    expect((await ask(visitor.token, tag)).status).toBe(304);
    // Another applicant has another key for drafts, and a form in another language other words.
    const other = await bench.apply('nurse');
    expect((await ask(other.token, tag)).status).toBe(200);
    const { token } = await bench.apply('translated');
    expect(await tagIn(token, '&locale=de')).not.toBe(await tagIn(token));
  });

  test('comes whole once it was sent', async () => {
    const visitor = await bench.apply('deep');
    const { headers } = await bench.readForm(visitor);
    const tag = headers.get('etag') ?? '';
    expect((await ask(visitor.token, tag)).status).toBe(304);
    expect([200, 202]).toContain((await bench.send(visitor, [])).status);
    expect((await ask(visitor.token, tag)).status).toBe(200);
  });

  test('is no way around the token', async () => {
    const { token } = await bench.apply('engineer');
    const tag = (await bench.call('GET', QUESTIONS, { token })).headers.get('etag') ?? '';
    expect((await ask(`${token}x`, tag)).status).toBe(401);
  });
});
