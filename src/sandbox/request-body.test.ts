import { expect, test } from 'vitest';
import { ask, firstError } from './client.support.ts';
import { createSandbox } from './create-sandbox.ts';
import { MOST_BODY } from './guard.ts';
import { at } from './json.ts';
import { mediaType } from './json-api.ts';

const path = '/api/v1/applications';

test('a body over 256 MB is refused before its content is read', async () => {
  const sandbox = createSandbox();
  const refuse = (length: number, body: string) =>
    ask(sandbox, path, {
      method: 'POST',
      body,
      headers: { 'x-api-key': sandbox.key, 'content-type': mediaType, 'content-length': String(length) },
    });
  const reply = await refuse(MOST_BODY + 1, '{"data"');
  expect([reply.status, at(firstError(reply), 'detail')]).toEqual([400, 'The body is larger than 256 MB']);
  const whole = await refuse(MOST_BODY, '{"data"');
  expect([whole.status, at(firstError(whole), 'detail')]).toEqual([400, 'The body is not JSON']);
});
