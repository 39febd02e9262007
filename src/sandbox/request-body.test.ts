import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ask, firstError } from './client.support.ts';
import { createSandbox } from './create-sandbox.ts';
import { MB } from './files/file-types.ts';
import { at } from './json.ts';
import { mediaType } from './json-api.ts';
import { MOST_BODY } from './request-body.ts';

const path = '/api/v1/applications';

test('an application of the largest CV, cover letter and documents is taken whole: 133 MB of JSON', async () => {
  const sandbox = createSandbox({ keepFiles: 'digest' });
  const contents = [30, 30, 10, 10, 10, 10].map((size, place) => Buffer.alloc(size * MB, place + 1));
  const [cv, letter, ...documents] = contents.map(
    (bytes) => `data:application/pdf;base64,${bytes.toString('base64')}`,
  );
  const attributes = {
    first_name: 'Ada',
    last_name: 'Example',
    email: 'ada@example.com',
    cv_base64_data: cv,
    cv_base64_filename: 'cv.pdf',
    cover_letter_base64_data: letter,
    cover_letter_base64_filename: 'letter.pdf',
    documents_base64: documents.map((data, place) => ({ data, filename: `${place}.pdf` })),
  };
  const relationships = { job: { data: { type: 'jobs', id: '4711' } } };
  const body = JSON.stringify({ data: { type: 'applications', attributes, relationships } });
  expect(body.length).toBeGreaterThan(133 * MB);
  const made = await ask(sandbox, path, { method: 'POST', body });
  expect(made.status).toBe(201);
  const [stored] = sandbox.requests();
  expect(stored?.files.map(({ size, sha256 }) => [size, sha256])).toEqual(
    contents.map((bytes) => [bytes.length, createHash('sha256').update(bytes).digest('hex')]),
  );
});

test('a larger body is refused in words, whatever it is', async () => {
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
