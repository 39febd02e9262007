import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, sessionBody, startBench } from '../server/process/server.support.ts';
import { link } from './link.ts';
import { runCommand } from './run-command.support.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const run = (line: string, more: Readonly<Record<string, string>> = {}) =>
  runCommand(link, line, { environment: { PORT: new URL(bench.address).port, ...more } });

/** Makes an application to this job and returns its id. */
async function applyByPhone(job: string, phone: string): Promise<string> {
  const attributes = { first_name: 'Sample', last_name: 'Applicant', email: 'sample@example.com', phone };
  const relationships = { job: { data: { type: 'jobs', id: job } } };
  const reply = await bench.call('POST', '/sandbox/api/v1/applications', {
    headers: { 'x-api-key': 'sandbox-key' },
    body: { data: { type: 'applications', attributes, relationships } },
  });
  return reply.json.data.id;
}

test('a link opens the form of its application', async () => {
  const { application } = await bench.apply('one-of-each');
  const {
    link: address,
    token,
    session,
    expires_in,
  } = JSON.parse((await run(`--application ${application} --json`)).stdout);
  expect([address, expires_in]).toEqual([expect.stringContaining(`${bench.address}/form#code=i-`), 86_400]);
  const opened = await bench.call('POST', '/sessions', {
    body: sessionBody({ code: address.split('#code=')[1] }),
  });
  expect([opened.json.data.id, opened.json.data.attributes.token]).toEqual([session, token]);
  expect(await run(`--application ${application}`)).toEqual({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${bench.address}/form#code=i-\\S+$`)),
    stderr: '',
  });
});

test('prints a link for each application of a phone number, and names links that failed', async () => {
  const phone = '+447700900123';
  const ids = [await applyByPhone('4711', phone), await applyByPhone('4715', phone)];
  await bench.call('POST', `/sandbox/_control/applications/${ids[1]}/reject`);
  const several = await run('--phone +44 (0)7700 900123');
  expect([several.code, several.stderr]).toEqual([0, '']);
  expect(several.stdout).toMatch(/^Application +Job +Stage +Applied on +State\n/);
  expect(several.stdout).toMatch(new RegExp(`^${ids[0]} .* open\\n {4}${bench.address}/form#code=i-`, 'm'));
  expect(several.stdout).toMatch(new RegExp(`^${ids[1]} .* rejected, form closed$`, 'm'));
  const listed = JSON.parse((await run(`--phone ${phone} --json`)).stdout);
  expect(listed).toContainEqual({
    application: ids[0],
    job: 'Software Engineer, Timetables',
    job_id: '4711',
    stage: expect.anything(),
    applied: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    state: 'open',
    link: expect.stringContaining('/form#code=i-'),
    session: expect.any(String),
    token: expect.any(String),
    expires_in: 86_400,
  });
  const wrongKey = { APPLY_CONFIG: '{"tenants":{"default":{"adminKey":"another"}}}' };
  const refused = await run(`--phone ${phone}`, wrongKey);
  expect(refused).toMatchObject({ code: 2, stdout: expect.stringContaining('no link') });
  for (const id of ids) expect(refused.stderr).toContain(`No link for application ${id}: `);
});

test('exits with 1 for an unknown phone number, and prints an empty list as JSON', async () => {
  const none = { code: 1, stderr: expect.stringContaining('country code') };
  expect(await run('--phone +447700900998')).toEqual({ ...none, stdout: '' });
  expect(await run('--phone +447700900998 --json')).toEqual({ ...none, stdout: '[]' });
});

test('searches the applications for confidential jobs, too', async () => {
  const addresses: string[] = [];
  const send = async ({ url }: Request) => {
    addresses.push(decodeURIComponent(url));
    return Response.json({ data: [] });
  };
  await runCommand(link, '--phone 0044-7700-900.123', { send });
  expect(addresses).toEqual([
    expect.stringMatching(/job_visibility]=confidential.*candidate_phone|candidate_phone.*confidential/),
  ]);
});

test.each<readonly [string, string, Readonly<Record<string, string>>]>([
  ['', 'Give either --application or --phone.\nUsage:', {}],
  ['--application 99 --phone +447700900123', 'Give either --application or --phone.', {}],
  ['--application=', 'The id is empty.', {}],
  ['--application 99 --colour red', 'Unknown option --colour.', {}],
  ['--application 99 please', '"please" belongs to no option.', {}],
  ['--phone 07700 900123', '"07700 900123" is not an international phone number such as +447700900123', {}],
  ['--phone +44 7700 CALL', 'is not an international phone number', {}],
  ['--application 5', 'There is no such application.', {}],
  ['--application 5', 'No Apply Form answers at', { PORT: '1' }],
])('"%s" exits with 2 and a sentence', async (line, sentence, environment) => {
  expect(await run(line, environment)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});
