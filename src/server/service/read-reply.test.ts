/** Of a refusal no more is read than any service has to say. */
import { expect, test } from 'vitest';
import { readReply } from './send-request.ts';

async function refusalOf(errors: readonly unknown[]) {
  const reply = await readReply(new Response(JSON.stringify({ errors }), { status: 422 }), 0);
  return reply.ok ? null : reply.error;
}

test('100 errors of one reply are read, and those that follow are not', async () => {
  const unnamed = Array.from({ length: 99 }, () => ({ detail: 'Validation failed' }));
  const [last, after] = [{ detail: 'Phone is invalid' }, { detail: 'Email is invalid' }];
  expect(await refusalOf([...unnamed, last, after, 'no error'])).toMatchObject({ members: ['phone'] });
});

test('a reply without any error is none that can be read', async () => {
  expect(await refusalOf([])).toEqual({ kind: 'bad_document', status: 422 });
});

test('of each text 1,000 characters are read', async () => {
  const pointer = `/data/attributes/${'x'.repeat(1_000_000)}`;
  expect(await refusalOf([{ source: { pointer } }])).toMatchObject({ pointers: [pointer.slice(0, 1_000)] });
});
