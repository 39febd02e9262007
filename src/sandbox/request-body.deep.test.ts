import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ask } from './client.support.ts';
import { createSandbox } from './create-sandbox.ts';
import { MB } from './files/file-types.ts';

const path = '/api/v1/applications';

test('an application of the largest CV, cover letter and documents is taken whole: 133 MB of JSON', {
  timeout: 60_000,
}, async () => {
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
