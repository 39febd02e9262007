import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../server/process/run-program.support.ts';
import {
  type Bench,
  type JobVisitor,
  jobSubmissionBody,
  type Sent,
  startBench,
  submissionBody,
  type Visitor,
} from '../server/process/server.support.ts';

const command = fileURLToPath(new URL('./attention.ts', import.meta.url));
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

const run = (words: readonly string[], typed = '', { address } = bench) =>
  runProgram(command, words, { environment: { PORT: new URL(address).port }, typed });

/** The service takes none for ten minutes, so that from here on all of it waits. */
const holdUp = (path = '/api/v1/answers') =>
  bench.setFaults({ disturb: [{ path, reply: 429, requests: 1_000, retry_after: 600 }] });

/** One answer and one file, that wait; the reference. */
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

/** Does not wait for the delivery. The reference. */
async function post({ token }: JobVisitor, body: unknown): Promise<string> {
  const headers = { prefer: 'wait=0' };
  return (await bench.call('POST', '/submissions', { token, body, headers })).json.data.id;
}

const faultOf = (path: string) => ({ path, reply: 500, requests: 1_000 });

/** One answer, of which the service does not tell whether it took it. */
async function sendUnclear(): Promise<Visitor> {
  const visitor = await bench.apply('one-of-each');
  const { revision } = (await bench.readForm(visitor)).json.meta;
  bench.setFaults({ disturb: [faultOf('/api/v1/answers')] });
  await post(visitor, submissionBody([['2002', { text_answer: 'first' }]], { revision }));
  const isPost = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path === '/api/v1/answers';
  await expect.poll(() => bench.requests().filter(isPost).length).toBe(1);
  bench.setFaults({ disturb: [faultOf('/api/v1/applications')] });
  return visitor;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'apply-export-'));
  folders.push(folder);
  return folder;
}

describe('one person', () => {
  test('whose answer is being sent is erased when its outcome is known', async () => {
    const visitor = await sendUnclear();
    const wish = ['erase', '--application', visitor.application, '--yes'];
    const hurried = await run([...wish, '--wait', '0']);
    expect(hurried).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('may be on the way'),
      stderr: expect.stringContaining('the same command again'),
    });
    bench.setFaults({});
    const patient = await run(wish);
    expect([patient.code, patient.stdout]).toEqual([0, expect.stringMatching(/: erased\./)]);
    expect(patient.stderr).toContain('have it erased there');
    expect(bench.held(visitor.application)).toEqual([]);
  });

  test('is shown, given out and erased', async () => {
    holdUp();
    const reference = await apply('ada@example.com');
    const shown = await run(['find', '--email', 'Ada@example.com']);
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^Reference +State +.*\\n${reference} .*\\n(.*\\n)*.*2 answers, sealed.*\\n.*file "cv.pdf"`,
        ),
      ),
    ]);
    expect(shown.stderr).toContain('What was delivered is at the recruitment service');
    expect(shown.stdout).not.toContain('canary');

    const [printed] = JSON.parse((await run(['export', reference.toLowerCase()])).stdout);
    const withText = expect.objectContaining({ content: { text_answer: 'canary answer' } });
    expect(printed).toMatchObject({ reference, items: expect.arrayContaining([withText]) });
    expect(Buffer.from(printed.files[0].data, 'base64').toString()).toBe(new TextDecoder().decode(bytes));

    const asked = await run(['erase', '--email', '-'], 'ada@example.com\n');
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringMatching(
        /2 answers that did not reach the employer will be lost.*\n(.*\n)*.*--yes erases it/,
      ),
    ]);

    const erased = await run(['erase', '--email', 'ada@example.com', '--yes']);
    expect([erased.code, erased.stdout]).toEqual([
      0,
      `${reference}: erased. 2 answers will never reach the service.\n`,
    ]);
    expect(erased.stderr).toContain('Backups that were made before hold copies');
    expect(erased.stderr).toContain('Not erased: 1 consent, without who gave it.');
    // The application itself had been made.
    expect(erased.stderr).toContain('have it erased there');
    const gone = await run(['find', '--email', 'ada@example.com']);
    expect([gone.code, gone.stdout, gone.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('Nothing is held of this email.'),
    ]);
    expect((await run(['find', reference])).stdout).toContain('nothing but this reference');
  });

  test('is exported into a folder, for this user alone, under no name that an applicant chose', async () => {
    holdUp();
    const reference = await apply('bob@example.com');
    const folder = join(makeFolder(), 'person');
    expect((await run(['export', reference, '--to', folder])).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([`${FILE}.pdf`, 'person.json']);
    expect(readFileSync(join(folder, `${FILE}.pdf`), 'utf8')).toContain('canary of a file');
    expect(JSON.parse(readFileSync(join(folder, 'person.json'), 'utf8'))).toMatchObject([
      { reference, files: [{ id: FILE, name: 'cv.pdf', path: `${FILE}.pdf` }] },
    ]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    const again = await run(['export', reference, '--to', folder]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('name an empty folder')]);
  });

  test('is exported without the files that are not given out, which are named', async () => {
    const store = { APPLY_STORE: `file:${join(makeFolder(), 'apply.db')}` };
    const before = await startBench({ ...store, APPLY_SECRET: 'a'.repeat(32) });
    const visitor = await before.apply('one-of-each');
    const files = [FILE, FILE.replace('b', 'c')];
    for (const file of files)
      await before.putFile(visitor, file, { name: 'cv.pdf', bytes, question: '2009' });
    await before.close();
    const after = await startBench({ ...store, APPLY_SECRET: 'b'.repeat(32) });
    const folder = join(makeFolder(), 'person');
    const wish = ['export', '--application', visitor.application, '--to', folder];
    const { code, stderr } = await run(wish, '', after);
    await after.close();
    for (const file of files) expect(stderr).toContain(`File ${file} was left out. This file was sealed`);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual(['person.json']);
    expect(JSON.parse(readFileSync(join(folder, 'person.json'), 'utf8'))).toMatchObject([
      { files: files.map((id) => ({ id, left_out: expect.stringContaining('another secret') })) },
    ]);
  });

  test('what cannot be done is said in words', async () => {
    const rows = [
      [['find'], 2, 'needs one of REFERENCE'],
      [['erase', 'ABCD-EFGH-JKMN', '--email', 'a@example.com'], 2, 'needs one of REFERENCE'],
      [['find', 'ABCD-EFGH-JKMN', '--to', '.'], 2, '--to is for "export"'],
      [['retry', 'ABCD-EFGH-JKMN', '--yes'], 2, 'Usage:'],
      [['erase', 'ABCD-EFGH-JKMN', '--yes'], 1, 'ABCD-EFGH-JKMN: nothing is held of it.'],
    ] as const;
    const done = await Promise.all(rows.map(([words]) => run(words)));
    for (const [place, [, code, words]] of rows.entries())
      expect(done[place]).toMatchObject({ code, stderr: expect.stringContaining(words) });
  });
});
