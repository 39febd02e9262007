import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const QUESTIONS = '/api/v1/questions?include=conditional_questions';

for (const form of ['engineer', 'thousand']) {
  test(`a browser reads the form ${form} whole, as gzip`, async ({ page, ownServer }) => {
    const { token } = await new Sandbox(ownServer.origin).apply(form);
    await page.goto(`${ownServer.origin}/preview.html`);
    const encodings: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith(QUESTIONS))
        encodings.push((await response.allHeaders())['content-encoding'] ?? '');
    });
    const read = () =>
      page.evaluate(
        async ([path, bearer]) => {
          const reply = await fetch(path, { headers: { authorization: `Bearer ${bearer}` } });
          const { data, included, meta } = await reply.json();
          return [data.length + included.length, meta.draftKey.length];
        },
        [QUESTIONS, token] as const,
      );
    const expected = form === 'thousand' ? 2_500 : 38;
    expect(await read()).toEqual([expected, 43]);
    expect(encodings).toEqual(['gzip']);
  });
}
