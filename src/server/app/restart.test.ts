import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { createLog } from './log.ts';
import { jobSubmissionBody, type Sent, sessionBody, submissionBody } from './server.support.ts';
import { type RunningServer, startServer } from './start-server.ts';

const ADMIN = 'admin-key-of-the-restarted-server';
const [OLD, NEW] = ['the old secret of many characters', 'the new secret of many characters'];

let folder: string;
let sandbox: Sandbox;
let service: Server;
let isDown: boolean;
let running: RunningServer | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-restart-'));
  sandbox = createSandbox({ key: 'key' });
  const inner = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  isDown = false;
  service = createServer((request, response) => {
    if (isDown) response.destroy();
    else inner.emit('request', request, response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  running = null;
});
afterEach(async () => {
  await running?.close();
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The server ends, if it runs, and begins on the same store. */
async function restart(secret = OLD): Promise<void> {
  await running?.close();
  running = null;
  const started = await startServer(
    {
      PORT: '0',
      APPLY_SERVICE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      APPLY_SERVICE_KEY: 'key',
      APPLY_ADMIN_KEY: ADMIN,
      APPLY_SECRET: secret,
      APPLY_PUBLIC_JOBS: '4712',
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
      APPLY_SEND_SECONDS: '1',
      APPLY_QUIET_SECONDS: '1',
    },
    { log: createLog(new Writable({ write: (_chunk, _encoding, done) => done() })) },
  );
  if (!started.ok) throw new Error(started.error.join());
  running = started.value;
}

async function call([method, path, bearer]: readonly string[], body?: unknown) {
  const address = running?.address ?? '';
  const response = await fetch(`${address}${path}`, {
    method: method ?? '',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/vnd.api+json',
      prefer: 'wait=0',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

const mint = async (attributes: object) =>
  (await call(['POST', '/sessions', ADMIN], sessionBody(attributes))).json.data.attributes.token;
const readMeta = async (token: string) => (await call(['GET', '/api/v1/questions', token])).json.meta;
const nurse: Sent = ['2002', { text_answer: 'Nurse' }];

async function send(token: string, answers: readonly Sent[]) {
  const { revision } = await readMeta(token);
  const { status, json } = await call(['POST', '/submissions', token], submissionBody(answers, { revision }));
  return { status, reference: json.data?.id };
}

const stateOf = async (token: string, reference: string) =>
  (await call(['GET', `/submissions/${reference}`, token])).json.data.attributes.state;
const texts = (application: string) => sandbox.answers(application).map(({ value }) => value);

test('a receipt that was given while the service was down is kept by the next process, which delivers it once', async () => {
  await restart();
  const application = sandbox.applyTo('one-of-each');
  const token = await mint({ application });
  const { revision } = await readMeta(token);
  isDown = true;
  const receipt = await send(token, [nurse]);
  expect(receipt.status).toBe(202);
  await restart();
  // Form and receipt live on while the service is still down; the same content is known, other content refused.
  expect(await readMeta(token)).toMatchObject({ revision, state: 'open', submission: receipt.reference });
  expect(await readMeta(token)).not.toHaveProperty('notice');
  expect(await stateOf(token, receipt.reference)).toMatch(/received|delivering/);
  expect((await send(token, [nurse])).reference).toBe(receipt.reference);
  expect((await send(token, [['2002', { text_answer: 'Midwife' }]])).status).toBe(409);
  isDown = false;
  await expect.poll(() => stateOf(token, receipt.reference)).toBe('complete');
  expect(texts(application)).toEqual(['Nurse']);
  // Also long after: who comes back is told that it was sent, with the old token and with a new one.
  await restart();
  for (const known of [token, await mint({ application })])
    expect(await readMeta(known)).toMatchObject({ state: 'sent', submission: receipt.reference });
  expect((await send(token, [['2003', { text_answer: 'x' }]])).status).toBe(409);
  expect(texts(application)).toEqual(['Nurse']);
});

const young = NEW;

test('a start whose secret cannot open what is receipted and not delivered is refused, with what to do', async () => {
  await restart();
  const token = await mint({ application: sandbox.applyTo('one-of-each') });
  await readMeta(token);
  isDown = true;
  const receipt = await send(token, [nurse]);
  const job = await mint({ job: '4712' });
  const { revision } = await readMeta(job);
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  await call(['POST', '/submissions', job], jobSubmissionBody(details, [nurse], { revision }));
  await expect(restart(young)).rejects.toThrow(
    /^APPLY_SECRET cannot open 2 submissions .* APPLY_SECRET=NEW,OLD/,
  );
  // With the old one beside it, and nothing is lost.
  await restart(`${young},${OLD}`);
  isDown = false;
  await expect.poll(() => stateOf(token, receipt.reference)).toBe('complete');
});
