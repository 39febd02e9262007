/** Changes `APPLY_SECRET` on two servers of one Postgres, as `public/docs/operating.md#changing-the-secret` says and otherwise. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { startPooledPostgres } from '../../../e2e/support/postgres/transaction-pooler.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { callAt, type ServedSandbox, serveSandbox, startBefore } from './served-sandbox.support.ts';
import { type Sent, sessionBody, submissionBody } from './server.support.ts';
import type { RunningServer } from './start-server.ts';

const ADMIN = 'admin-key-of-the-rotated-servers';
const [OLD, NEW] = ['the old secret of many characters', 'the new secret of many characters'];

let postgres: RunningPostgres;
let store: string;
let sandbox: Sandbox;
let service: ServedSandbox;
/** While it is set the service postpones answers, so that receipts stay open. */
let isBusy: boolean;
let running: Map<string, RunningServer>;
let logged: string[];

beforeAll(async () => {
  const started = await startPooledPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  [isBusy, running, logged] = [true, new Map(), []];
  store = await postgres.addDatabase();
  service = await serveSandbox(({ method, url }, response) => {
    const isPutOff = isBusy && method === 'POST' && url?.startsWith('/api/v1/answers') === true;
    if (isPutOff) response.writeHead(429, { 'retry-after': '1' }).end('{"errors":[]}');
    return isPutOff;
  });
  sandbox = service.sandbox;
});
afterEach(async () => {
  for (const name of [...running.keys()]) await stop(name);
  service.close();
});

async function stop(name: string): Promise<void> {
  await running.get(name)?.close();
  running.delete(name);
}

/** Starts a server again with these secrets, and returns the error of a refused start or ''. */
async function start(name: string, ...secrets: readonly string[]): Promise<string> {
  await stop(name);
  const environment = { APPLY_ADMIN_KEY: ADMIN, APPLY_SECRET: secrets.join(), APPLY_STORE: store };
  const started = await startBefore(service, environment, (line) => logged.push(line));
  if (started.ok) running.set(name, started.value);
  return started.ok ? '' : started.error.join();
}

const call = (name: string, line: readonly string[], body?: unknown) =>
  callAt(running.get(name)?.address, line, body);

interface Receipt {
  readonly application: string;
  readonly token: string;
  readonly reference: string;
}

const nurse: Sent = ['2002', { text_answer: 'Nurse' }];

/** Opens the page at one server and sends to another, as behind one address. */
async function send(opener: string, taker: string): Promise<Receipt | number> {
  const application = sandbox.applyTo('one-of-each');
  const minted = await call(opener, ['POST', '/sessions', ADMIN], sessionBody({ application }));
  const token: string = minted.json.data.attributes.token;
  const { json } = await call(opener, ['GET', '/api/v1/questions', token]);
  const { status, json: taken } = await call(
    taker,
    ['POST', '/submissions', token],
    submissionBody([nurse], { revision: json.meta.revision }),
  );
  return status === 202 ? { application, token, reference: taken.data.id } : status;
}

const texts = ({ application }: Receipt) => sandbox.answers(application).map(({ value }) => value);

test('the documented rotation refuses no request, strands no receipt and delivers nothing twice', async () => {
  const receipts: Receipt[] = [];
  const sendBothWays = async () => {
    for (const sent of [await send('one', 'two'), await send('two', 'one')]) {
      if (typeof sent === 'number') throw new Error(`Refused with ${sent}.`);
      receipts.push(sent);
    }
  };
  for (const secrets of [[OLD], [OLD, NEW], [NEW, OLD]])
    for (const name of ['one', 'two']) {
      expect(await start(name, ...secrets)).toBe('');
      if (running.size === 2) await sendBothWays();
    }
  // This is too early, because payloads that the old secret sealed are still open.
  expect(await start('one', NEW)).toMatch(/^APPLY_SECRET cannot open \d+ submissions/);
  expect(await start('one', NEW, OLD)).toBe('');
  isBusy = false;
  for (const receipt of receipts) await expect.poll(() => texts(receipt)).toEqual(['Nurse']);
  const isOpen = async () => (await call('one', ['GET', '/metrics', ADMIN])).text;
  await expect.poll(isOpen).toMatch(/apply_backlog_submissions\{state="queued".*\} 0/);
  for (const name of ['one', 'two']) expect(await start(name, NEW)).toBe('');
  expect(receipts.map(texts)).toEqual(receipts.map(() => ['Nurse']));
  expect(logged.join()).not.toContain('sealed_by_other_secret');
});

test('control: without the middle step the second server can read neither sessions nor submissions', async () => {
  for (const name of ['one', 'two']) await start(name, OLD);
  expect(await start('one', NEW, OLD)).toBe('');
  expect(await send('one', 'two')).toBe(401);
  const receipt = await send('one', 'one');
  if (typeof receipt === 'number') throw new Error(`Refused with ${receipt}.`);
  await stop('one');
  isBusy = false;
  const left = async () => (await call('two', ['GET', '/metrics', ADMIN])).text;
  await expect.poll(left).toMatch(/apply_ledger_events_total\{event="left_to_others".*\} [1-9]/);
  expect(logged.join()).toContain('"event":"sealed_by_other_secret"');
  // The second server leaves the submission to the first one and does not give it up.
  expect(texts(receipt)).toEqual([]);
  expect((await call('two', ['GET', '/attention', ADMIN])).json.data).toEqual([]);
  expect(await start('two', OLD)).toContain('APPLY_SECRET cannot open 1 submission ');
  expect(await start('one', NEW, OLD)).toBe('');
  await expect.poll(() => texts(receipt)).toEqual(['Nurse']);
});
