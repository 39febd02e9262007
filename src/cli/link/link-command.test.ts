import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, sessionBody, startBench } from '../../server/process/server.support.ts';
import { runLink } from './link-command.ts';
import { usage } from './options.ts';

let bench: Bench;
let environment: { PORT: string };

beforeAll(async () => {
  bench = await startBench();
  environment = { PORT: new URL(bench.address).port };
});
afterAll(() => bench.close());

const exchange = (link: string) =>
  bench.call('POST', '/sessions', { body: sessionBody({ code: link.split('#code=')[1] }) });

test('a link opens the form of its application', async () => {
  const { application } = await bench.apply('one-of-each');
  const { stdout } = await runLink(['--application', application, '--json'], environment);
  const { link, token, session, expires_in } = JSON.parse(stdout ?? '');
  expect([link, expires_in]).toEqual([expect.stringContaining(`${bench.address}/form#code=i-`), 86_400]);
  expect((await bench.readForm({ application, token })).status).toBe(200);
  const opened = await exchange(link);
  expect([opened.json.data.id, opened.json.data.attributes.token]).toEqual([session, token]);
  expect(await runLink(['--application', application], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${bench.address}/form#code=i-`),
    stderr: [
      expect.stringMatching(new RegExp(`^Application ${application}: \\D.*, applied on .*, open\\.$`)),
    ],
  });
});

test('a link of an application that is over says what its form will say, unless closedWhen has it open', async () => {
  const { application } = await bench.apply('one-of-each');
  await bench.call('POST', `/sandbox/_control/applications/${application}/reject`);
  const { stderr } = await runLink(['--application', application], environment);
  expect(stderr).toEqual([expect.stringMatching(/rejected\. Its form will say that it is closed\.$/)]);
  const open = { ...environment, APPLY_CONFIG: '{"tenants":{"default":{"closedWhen":[]}}}' };
  const { stderr: others } = await runLink(['--application', application], open);
  expect(others).toEqual([expect.stringMatching(/rejected\.$/)]);
});

test('--help is no fault', async () => {
  expect(await runLink(['--help'], {})).toEqual({ code: 0, stdout: usage, stderr: [] });
});

test.each([
  ['no such application', {}, ['--application', '5'], 'There is no such application.'],
  ['no server there', { PORT: '1' }, ['--application', '5'], 'No Apply Form answers at'],
  ['a wrong environment', { PORT: 'x' }, ['--application', '5'], 'PORT'],
  ['neither', {}, [], 'Usage:'],
])('what goes wrong is said in words: %s', async (_, changed, args, sentence) => {
  expect(await runLink(args, { ...environment, ...changed })).toEqual({
    code: 2,
    stdout: null,
    stderr: [expect.stringContaining(sentence)],
  });
});

const PHONE = '+447700900123';

/** The id of a fresh application to this job. */
async function applyByPhone(job: string, phone: string): Promise<string> {
  const attributes = { first_name: 'Sample', last_name: 'Applicant', email: 'sample@example.com', phone };
  const relationships = { job: { data: { type: 'jobs', id: job } } };
  const reply = await bench.call('POST', '/sandbox/api/v1/applications', {
    headers: { 'x-api-key': 'sandbox-key' },
    body: { data: { type: 'applications', attributes, relationships } },
  });
  return reply.json.data.id;
}

test('by phone: none is a sentence, one is its link, several are a table with a link each', async () => {
  const none = await runLink(['--phone', '+447700900998'], environment);
  expect(none).toMatchObject({ code: 1, stdout: null, stderr: [expect.stringContaining('country code')] });
  expect(await runLink(['--phone', '+447700900998', '--json'], environment)).toMatchObject({ stdout: '[]' });

  const first = await applyByPhone('4711', PHONE);
  const one = await runLink(['--phone', '+44 (0)7700 900123'], environment);
  expect(one.stdout).toMatch(new RegExp(`^${bench.address}/form#code=i-\\S+$`));
  expect(one.stderr).toEqual([expect.stringMatching(new RegExp(`^Application ${first}: .*, open\\.$`))]);

  const second = await applyByPhone('4715', PHONE);
  await bench.call('POST', `/sandbox/_control/applications/${second}/reject`);
  const several = await runLink(['--phone', PHONE], environment);
  expect(several).toMatchObject({ code: 0, stderr: [] });
  expect(several.stdout).toMatch(/^2 applications of \+447700900123, the newest first:$/m);
  expect(several.stdout).toMatch(new RegExp(`^[12]\\. +${second} .* rejected$`, 'm'));
  expect(several.stdout?.match(/form#code=i-/g)).toHaveLength(2);

  const { stdout } = await runLink(['--phone', PHONE, '--json'], environment);
  const list = JSON.parse(stdout ?? '');
  expect(list).toHaveLength(2);
  expect(list).toContainEqual({
    application: first,
    job: expect.stringMatching(/\D/),
    job_id: '4711',
    stage: expect.anything(),
    applied: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    state: 'open',
    link: expect.stringContaining('/form#code=i-'),
    session: expect.any(String),
    token: expect.any(String),
    expires_in: 86_400,
  });
});

test('a link that cannot be made is reported with the others', async () => {
  const phone = '+447700900777';
  const ids = [await applyByPhone('4711', phone)];
  const withoutKey = { ...environment, APPLY_CONFIG: '{"tenants":{"default":{"adminKey":"another"}}}' };
  const result = await runLink(['--phone', phone], withoutKey);
  expect(result).toMatchObject({ code: 2, stdout: null });
  expect(result.stderr).toHaveLength(2);
  ids.unshift(await applyByPhone('4715', phone));
  const several = await runLink(['--phone', phone], withoutKey);
  expect(several.stdout).toMatch(/^2\. {2}no link$/m);
  expect(several.stderr).toEqual([
    expect.stringMatching(
      new RegExp(`^No link for applications (${ids.join(', ')}|${ids.reverse().join(', ')}): `),
    ),
  ]);
});
