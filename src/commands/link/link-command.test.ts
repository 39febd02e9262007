import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from '../../server/test-bench.ts';
import { runLink } from './link-command.ts';

let bench: Bench;
let environment: { PORT: string };

beforeAll(async () => {
  bench = await startBench();
  environment = { PORT: new URL(bench.address).port };
});
afterAll(() => bench.close());

test('a link opens the form of its application', async () => {
  const { application } = await bench.apply('one-of-each');
  const { stdout } = await runLink(['--application', application, '--json'], environment);
  const { link, token } = JSON.parse(stdout ?? '');
  expect(link).toBe(`${bench.address}/form#token=${token}`);
  expect((await bench.readForm({ application, token })).status).toBe(200);
  expect(await runLink(['--application', application], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${bench.address}/form#token=`),
  });
});

test.each([
  ['no such application', {}, ['--application', '5'], 'There is no such application.'],
  ['nobody there', { PORT: '1' }, ['--application', '5'], 'No Apply Form answers at'],
  ['a wrong environment', { PORT: 'x' }, ['--application', '5'], 'PORT'],
  ['neither', {}, [], 'Usage:'],
])('what goes wrong is said in words: %s', async (_, changed, args, sentence) => {
  expect(await runLink(args, { ...environment, ...changed })).toEqual({
    code: 2,
    stdout: null,
    stderr: [expect.stringContaining(sentence)],
  });
});
