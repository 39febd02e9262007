import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Bench,
  type JobVisitor,
  jobSubmissionBody,
  type Sent,
  startBench,
} from '../server/process/server.support.ts';
import { attention } from './attention.ts';
import { runCommand } from './run-command.support.ts';

const FILE = 'b0000000-0000-4000-8000-000000000001';
const bytes = new TextEncoder().encode('%PDF-1.7\ncanary of a file\n%%EOF\n');

const pool = { id: 'pool', version: '1', required: false, text: { en: 'Keep it.' } };
const config = JSON.stringify({ tenants: { default: { jobs: { '4712': { consent: [pool] } } } } });

let bench: Bench;
const folders: string[] = [];

beforeAll(async () => {
  bench = await startBench({ APPLY_SEND_SECONDS: '1', APPLY_QUIET_SECONDS: '3', APPLY_CONFIG: config });
});
afterAll(() => bench.close());
afterEach(() => {
  bench.setFaults({});
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const run = (line: string, input = '', { address } = bench) =>
  runCommand(attention, line, { environment: { PORT: new URL(address).port }, input });

/** Makes the service refuse answers for ten minutes, so that they wait. */
const holdUp = () =>
  bench.setFaults({ disturb: [{ path: '/api/v1/answers', reply: 429, retry_after: 600 }] });
/** Sends an answer and a file that wait, and returns the reference. */
async function apply(email: string): Promise<string> {
  const visitor = await bench.visit('4712');
  await bench.putFile({ ...visitor, application: '' }, FILE, { name: '../cv.pdf', bytes, question: '2009' });
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const answers: readonly Sent[] = [
    ['2002', { text_answer: 'canary answer' }],
    ['2009', { document: FILE }],
  ];
  const details = { first_name: 'Ada', last_name: 'Example', email };
  return post(
    visitor,
    jobSubmissionBody(details, answers, { revision, consent: [{ id: 'pool', version: '1' }] }),
  );
}

/** Sends without waiting for the delivery, and returns the reference. */
async function post({ token }: JobVisitor, body: unknown): Promise<string> {
  const headers = { prefer: 'wait=0' };
  return (await bench.call('POST', '/submissions', { token, body, headers })).json.data.id;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'apply-export-'));
  folders.push(folder);
  return folder;
}

test('shows, exports and erases a person', async () => {
  holdUp();
  const reference = await apply('ada@example.com');
  const shown = await run('find --email Ada@example.com');
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^Reference +State +.*\\n${reference} .*\\n(.*\\n)*.*2 answers, encrypted.*\\n.*file "cv.pdf"`,
      ),
    ),
    stderr: expect.stringContaining('Not included: delivered answers'),
  });
  expect(shown.stdout).not.toContain('canary');

  const { submissions } = JSON.parse((await run(`export ${reference.toLowerCase()}`)).stdout);
  const withText = expect.objectContaining({ content: { text_answer: 'canary answer' } });
  expect(submissions).toMatchObject([{ reference, items: expect.arrayContaining([withText]) }]);
  expect(Buffer.from(submissions[0].files[0].data, 'base64').toString()).toBe(
    new TextDecoder().decode(bytes),
  );

  expect(await run('erase --email -', 'ada@example.com\n')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /2 undelivered answers will never reach the employer.*\n(.*\n)*.*add --yes/,
    ),
  });
  const erased = await run('erase --email ada@example.com --yes');
  expect(erased).toMatchObject({
    code: 0,
    stdout: `${reference}: erased. 2 answers will never reach the service.`,
  });
  for (const sentence of [
    'Earlier backups contain copies',
    "Not erased: 1 consent, without the person's name.",
    // The application itself is at the service.
    'Erase what reached the recruitment service',
  ])
    expect(erased.stderr).toContain(sentence);
  expect(await run('find --email ada@example.com')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Nothing is stored.'),
  });
  expect((await run(`find ${reference}`)).stdout).toContain('only this reference');
});

test('exports a person into a folder for this user only, without file names from applicants', async () => {
  holdUp();
  const reference = await apply('bob@example.com');
  const folder = join(makeFolder(), 'person');
  expect((await run(`export ${reference} --to ${folder}`)).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual([`${FILE}.pdf`, 'person.json']);
  expect(readFileSync(join(folder, `${FILE}.pdf`), 'utf8')).toContain('canary of a file');
  expect(JSON.parse(readFileSync(join(folder, 'person.json'), 'utf8'))).toMatchObject({
    submissions: [{ reference, files: [{ id: FILE, name: 'cv.pdf', path: `${FILE}.pdf` }] }],
  });
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  expect(await run(`export ${reference} --to ${folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name an empty folder'),
  });
});

/** A server that withholds the file of its submission, and has a POST under way for the first two requests to erase it. */
function serverWithOne(): (request: Request) => Promise<Response> {
  let requests = 0;
  const file = { id: FILE, name: null, type: null, size: 1, has_bytes: true };
  const stored = {
    ...{ state: 'delivering', application: '99', job: null },
    ...{ accepted_at: '2026-01-01T10:00:00.000Z', kept_until: '2026-01-31T10:00:00.000Z' },
    ...{ items: [], files: [file], consents: [] },
  };
  const reply = (attributes: object, meta: object) =>
    Response.json({ data: [{ type: 'people', id: 'ABCD-EFGH-JKMN', attributes }], meta });
  return async (request) => {
    const wish = (await request.json()).data.attributes;
    if ('file' in wish) return Response.json({ errors: [{ detail: 'It was sealed.' }] }, { status: 422 });
    if (wish.action !== 'erase') return reply(stored, { files: [], consents: [], unsearched: 0 });
    requests += 1;
    const state = requests > 2 ? 'erased' : 'erasing';
    return reply({ state, delivered: 0, unsent: 0, sending: 1 }, { files: 0 });
  };
}

test('"erase" waits for the outcome of a POST under way', async () => {
  expect(await runCommand(attention, 'erase ABCD-EFGH-JKMN --yes', { send: serverWithOne() })).toMatchObject({
    code: 0,
    stdout: 'ABCD-EFGH-JKMN: erased. 1 answer may have reached the service: look there.',
    stderr: expect.stringContaining('waits for the outcome'),
  });
});

test('"export" names a file that it cannot read and exports the rest', async () => {
  expect(await runCommand(attention, 'export ABCD-EFGH-JKMN', { send: serverWithOne() })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"left_out": "It was sealed."'),
    stderr: `File ${FILE} was left out. It was sealed.`,
  });
});
