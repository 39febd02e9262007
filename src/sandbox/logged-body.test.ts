import { describe, expect, test } from 'vitest';
import { answerBody, ask, post } from './client.support.ts';
import { createSandbox } from './create-sandbox.ts';
import { at, parseJson } from './json.ts';
import { loggedBody } from './logged-body.ts';

const bodyOf = async (sandbox: ReturnType<typeof createSandbox>, number: number) =>
  ask(sandbox, `/_control/requests/${number}/body`, { headers: {} });

const answer = (text: string) =>
  answerBody({ question: '101', application: '1', attributes: { text_answer: text } });

describe('the body of a request', () => {
  test('is kept as it was sent, without the key', async () => {
    const sandbox = createSandbox();
    await post(sandbox, answer('Two juniors'));
    const { body, text } = await bodyOf(sandbox, 1);
    expect(parseJson(String(at(body, 'text')))).toEqual(answer('Two juniors'));
    expect(at(body, 'isWhole')).toBe(true);
    expect(text).not.toContain('sandbox-key');
  });

  test('is not in the list, which would grow with it', async () => {
    const sandbox = createSandbox();
    await post(sandbox, answer('Two juniors'));
    expect((await ask(sandbox, '/_control/requests')).text).not.toContain('Two juniors');
  });

  test('has files cut, and their lengths told', () => {
    const kept = loggedBody({ file: `data:application/pdf;base64,${'A'.repeat(1000)}`, name: 'cv.pdf' });
    expect(kept?.isWhole).toBe(false);
    expect(kept?.text).toContain('… (1028 characters)');
    expect(parseJson(kept?.text ?? '')).toMatchObject({ name: 'cv.pdf' });
  });

  test('has the longest answers whole, and is itself not longer than can be kept', () => {
    expect(loggedBody({ text: 'x'.repeat(5000) })?.isWhole).toBe(true);
    const kept = loggedBody(Array.from({ length: 9 }, () => 'x'.repeat(5000)));
    expect(kept?.isWhole).toBe(false);
    expect(kept?.text.length).toBeLessThan(16_100);
  });

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('nested too deep for any stack, in %s, is logged up to a depth, and answered', async (_title, json) => {
    const sandbox = createSandbox();
    const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' };
    const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', headers, body: json });
    expect(reply.status).toBeLessThan(500);
    const { body } = await bodyOf(sandbox, 1);
    expect(at(body, 'text')).toContain('(nested deeper)');
    expect(at(body, 'isWhole')).toBe(false);
  });

  test.each(['equality_monitoring_option_ids', 'add_tag_with_context'])('has nothing of %s', (name) => {
    const kept = loggedBody({ data: { attributes: { [name]: ['901'], phone: '1' } } });
    expect(kept?.text).toContain('"(confidential)"');
    expect(kept?.text).not.toContain('901');
    expect(kept?.isWhole).toBe(false);
  });

  test('is 404 for a read', async () => {
    const sandbox = createSandbox();
    await ask(sandbox, '/api/v1/jobs');
    expect((await bodyOf(sandbox, 1)).status).toBe(404);
  });
});

test.each([
  [undefined, 'sandbox-key'],
  ['a-key-of-its-own', null],
])('of the key %j the control tells %j', async (key, told) => {
  expect((await ask(createSandbox({ key }), '/_control/key')).body).toEqual({ key: told });
});
