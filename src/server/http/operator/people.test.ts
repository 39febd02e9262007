import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  hasty,
  type JobVisitor,
  jobSubmissionBody,
  type OpenBench,
  openBench,
  type Sent,
  submissionBody,
  type Visitor,
} from '../../process/server.support.ts';

const FILE = 'b0000000-0000-4000-8000-000000000001';
/** The question of `one-of-each` that asks for a file. */
const DOCUMENT = '2009';
const bytes = new TextEncoder().encode('%PDF-1.7\ncanary of a file\n%%EOF\n');
const details = { first_name: 'Ada', last_name: 'Lovelace', email: 'Ada@Example.com' };
const answers: readonly Sent[] = [['2002', { text_answer: 'canary answer' }]];

interface FoundSubmission {
  readonly id: string;
  readonly attributes: {
    readonly state: string;
    readonly application: string | null;
    readonly items: readonly {
      readonly state: string;
      readonly content?: unknown;
    }[];
    readonly files: readonly { readonly id: string; readonly name: string }[];
    readonly [count: string]: unknown;
  };
}

interface FoundDocument {
  readonly data: readonly FoundSubmission[];
  readonly meta: { readonly unsearched: number; readonly files: unknown };
}

let bench: OpenBench;
let folder: string;
const start = () =>
  openBench({ ...hasty, APPLY_SECRET: 'a'.repeat(32), APPLY_STORE: `file:${join(folder, 'apply.db')}` });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apply-people-'));
  bench = await start();
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const post = (attributes: object, token = 'sandbox-admin') =>
  bench.call('POST', '/people', { token, body: { data: { type: 'people', attributes } } });

async function ask(action: string, wish: object): Promise<FoundDocument & { readonly status: number }> {
  const { status, text } = await post({ action, ...wish });
  return { status, ...JSON.parse(text) };
}

/** Makes the service answer 429 to every answer. */
const holdUp = () =>
  bench.setFaults({
    disturb: [{ path: '/api/v1/answers', reply: 429, requests: 1_000, retry_after: 600 }],
  });

/** Waits until the service has refused the answer, because the outcome of a running POST is not known. */
async function untilPutOff(): Promise<void> {
  const isTried = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path === '/api/v1/answers';
  await bench.until(() => expect(bench.requests().some(isTried)).toBe(true));
  const states = async () => (await ask('find', byEmail)).data[0]?.attributes.items.map(({ state }) => state);
  await bench.until(async () => expect(await states()).toEqual(['delivered', 'queued']));
}

/** Applies. @param wait at most so many seconds for the delivery */
async function apply(wait = 8): Promise<JobVisitor & { readonly reference: string }> {
  const visitor = await bench.visit('4712');
  const { revision } = (await bench.readForm(visitor)).json.meta;
  return { ...visitor, ...(await send(visitor, jobSubmissionBody(details, answers, { revision }), wait)) };
}

async function send({ token }: JobVisitor, body: unknown, wait: number) {
  const headers = { prefer: `wait=${wait}` };
  const sending = bench.call('POST', '/submissions', { token, body, headers });
  return { reference: (await bench.during(sending)).json.data.id };
}

/** Sends for an existing application without waiting for the delivery. */
async function answer(visitor: Visitor, sent: readonly Sent[]): Promise<string> {
  const { revision } = (await bench.readForm(visitor)).json.meta;
  return (await send(visitor, submissionBody(sent, { revision }), 0)).reference;
}

const byEmail = { email: ' ada@example.COM ' };

describe('data about a person', () => {
  test('is found by e-mail address in any spelling, by reference and by application', async () => {
    const { reference } = await apply();
    const [found] = (await ask('find', byEmail)).data;
    expect(found).toMatchObject({ id: reference, attributes: { state: 'complete', files: [] } });
    const application = found?.attributes.application;
    for (const wish of [{ reference }, { application }])
      expect((await ask('find', wish)).data).toEqual([found]);
    expect((await ask('find', { email: 'bob@example.com' })).data).toEqual([]);
  });

  test('is listed without answers, and exported with the answers and the bytes of each file', {
    tags: 'deep',
  }, async () => {
    holdUp();
    const visitor = await bench.apply('one-of-each');
    await bench.putFile(visitor, FILE, { name: 'cv.pdf', bytes, question: DOCUMENT });
    const sent: readonly Sent[] = [...answers, [DOCUMENT, { document: FILE }]];
    await answer(visitor, sent);
    const wish = { application: visitor.application };
    const found = await post({ action: 'find', ...wish });
    expect(found.text).not.toContain('canary');
    const [exported] = (await ask('export', wish)).data;
    expect(exported?.attributes.items.map(({ content }) => content)).toEqual([
      { text_answer: 'canary answer' },
      { document_base64_filename: 'cv.pdf' },
    ]);
    expect(exported?.attributes.files).toMatchObject([
      { id: FILE, name: 'cv.pdf', type: 'application/pdf', size: bytes.byteLength, has_bytes: true },
    ]);
    const file = await post({ action: 'export', file: FILE, ...wish });
    expect([file.status, file.text]).toEqual([200, new TextDecoder().decode(bytes)]);
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect((await post({ action: 'export', file: FILE, reference: 'AAAA-BBBB-CCCC' })).status).toBe(404);
    expect(bench.log.filter((line) => line.includes('person_exported'))).toHaveLength(1);
  });
});

describe('erasing', () => {
  test('reports delivered and unsent answers, and leaves nothing to find', async () => {
    holdUp();
    const { reference } = await apply(0);
    await untilPutOff();
    const erased = { state: 'erased', delivered: 0, unsent: 1, sending: 0 };
    expect(await ask('erase', byEmail)).toMatchObject({
      status: 200,
      data: [{ id: reference, attributes: erased }],
    });
    expect((await ask('find', byEmail)).data).toEqual([]);
    expect((await ask('find', { reference })).data).toMatchObject([
      { attributes: { state: 'erased', application: null, job: null, items: [], files: [] } },
    ]);
    bench.setFaults({});
    expect((await ask('erase', { reference })).data).toMatchObject([{ attributes: { state: 'erased' } }]);
    expect(bench.log.filter((line) => line.includes('person_erased'))).toEqual([
      JSON.stringify({ level: 'warn', event: 'person_erased', tenant: 'default', reference, count: 1 }),
    ]);
  });
});

describe('POST /people', () => {
  let shared: OpenBench;
  beforeAll(async () => {
    shared = await openBench();
  });
  afterAll(() => shared.close());

  const call = (body: unknown, token?: string) =>
    shared.call('POST', '/people', { body, ...(token === undefined ? {} : { token }) });
  const wish = (attributes: object) => ({ data: { type: 'people', attributes } });

  test('needs the admin key and refuses the token of an applicant', async () => {
    const find = wish({ action: 'find', email: 'ada@example.com' });
    const { token } = await shared.apply('one-of-each');
    for (const key of [undefined, 'another', token]) expect((await call(find, key)).status).toBe(401);
    expect((await call(find, 'sandbox-admin')).status).toBe(200);
    expect((await shared.call('GET', '/people', { token: 'sandbox-admin' })).status).toBe(404);
  });

  test.each([
    ['a request without a person', { action: 'find' }],
    ['a person named in two ways', { action: 'find', reference: 'R', email: 'ada@example.com' }],
    ['erasing a single file', { action: 'erase', reference: 'R', file: FILE }],
  ])('%s is refused with a sentence that says how to ask', async (_name, attributes) => {
    const reply = await call(wish(attributes), 'sandbox-admin');
    expect([reply.status, reply.json.errors[0].detail]).toEqual([
      400,
      expect.stringContaining('one of "reference", "application" and "email"'),
    ]);
  });
});
