import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from '../server/test-bench.ts';
import { sessionLink } from './session-link.ts';

let bench: Bench;
let environment: { PORT: string };

beforeAll(async () => {
  bench = await startBench();
  environment = { PORT: new URL(bench.address).port };
});
afterAll(() => bench.close());

test('a link opens the form of its application', async () => {
  const { application } = await bench.apply('one-of-each');
  const link = await sessionLink(environment, application);
  if (!link.ok) throw new Error(link.error);
  expect(link.value.link).toBe(`${bench.address}/form#token=${link.value.token}`);
  expect((await bench.readForm({ application, token: link.value.token })).status).toBe(200);
});

test('what goes wrong is said in words', async () => {
  expect(await sessionLink(environment, '5')).toEqual({ ok: false, error: 'There is no such application.' });
  expect(await sessionLink({ PORT: '1' }, '5')).toMatchObject({
    error: expect.stringContaining('No Apply Form answers at'),
  });
  expect(await sessionLink({ PORT: 'x' }, '5')).toMatchObject({ error: expect.stringContaining('PORT') });
});
