import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { type BenchClock, createBenchClock } from '../bench-clock.support.ts';
import { createMapStaging } from '../files/staging.support.ts';
import { memoryTrees } from '../forms/memory-trees.support.ts';
import { toProxyStore } from '../http/context.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import { callProxy, plainTenant } from '../http/proxy.support.ts';
import type { ProxyStore } from '../http/proxy-store.ts';
import { createCipher } from '../ledger/cipher.ts';
import { createReferences, type Ledger, openDelivery } from '../ledger/ledger.ts';
import { silentLog } from '../log.ts';
import type { Staging } from '../ports.ts';
import { createService } from '../service/create-service.ts';
import { openStore } from '../store/open-store.ts';

/** A new process on the store of an old one knows only what the store has. */
const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

let sandbox: Sandbox;
let delivery: Ledger;
let staging: Staging;
let store: ProxyStore;
let files = 0;
const folder = mkdtempSync(join(tmpdir(), 'apply-process-'));
afterAll(() => rmSync(folder, { recursive: true }));
let isDown: boolean;
let clock: BenchClock;

const send = async (request: Request): Promise<Response> => {
  if (isDown) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  return sandbox.fetch(request);
};

afterEach(async () => {
  clock.stop();
  await store.close();
});
beforeEach(async () => {
  clock = createBenchClock();
  sandbox = createSandbox({ key: 'key' });
  isDown = false;
  const opened = await openStore(`file:${folder}/${files++}.db`, { now: clock.now });
  if (!opened.ok) throw new Error(opened.error);
  store = { ...toProxyStore(opened.value), trees: memoryTrees() };
  staging = createMapStaging();
  const service = createService({ baseUrl: 'http://service.example', key: 'key', send, clock });
  const tenants = [{ id: tenant('default'), service }];
  const cipher = createCipher([OLD]);
  const log = silentLog;
  delivery = openDelivery({
    ...{ ...store, store: store.ledger, tenants, staging, cipher, clock, log, sendSeconds: 15 },
    newReference: createReferences(OLD),
  });
  delivery.start();
});

const start = (...secrets: readonly string[]): ApplyProxy =>
  createProxy({
    secrets,
    tenants: [plainTenant('default', { publicJobs: ['4712'] })],
    send,
    delivery,
    staging,
    store,
    clock,
  });

const call = (proxy: ApplyProxy, [method = '', path = '', bearer]: readonly string[], body?: unknown) =>
  clock.during(
    callProxy(proxy, method, path, { bearer, body, headers: { prefer: isDown ? 'wait=0' : 'wait=8' } }),
  );

const ask = (proxy: ApplyProxy, attributes: object, ...key: readonly string[]) =>
  call(proxy, ['POST', '/sessions', ...key], { data: { type: 'sessions', attributes } });

const mint = async (proxy: ApplyProxy, application: string): Promise<string> =>
  (await ask(proxy, { application }, 'admin')).json.data.attributes.token;

const readMeta = async (proxy: ApplyProxy, token: string) =>
  (await call(proxy, ['GET', '/api/v1/questions', token])).json.meta;

type Answers = Readonly<Record<string, string>>;

async function sendAnswers(proxy: ApplyProxy, token: string, answers: Answers) {
  const { revision } = await readMeta(proxy, token);
  const data = Object.entries(answers).map(([id, text]) => ({
    type: 'answers',
    attributes: { text_answer: text },
    relationships: { question: { data: { type: 'questions', id } } },
  }));
  const { status, json } = await call(proxy, ['POST', '/submissions', token], { data, meta: { revision } });
  return { status, reference: json.data?.id, state: json.data?.attributes.state };
}

const posts = (application: string) =>
  sandbox.requests(application).filter(({ method, status }) => method === 'POST' && status === 201).length;

test('after a change of secrets the same content gets its old receipt, with either token', async () => {
  const application = sandbox.applyTo('one-of-each');
  const token = await mint(start(OLD), application);
  const first = await sendAnswers(start(OLD), token, { '2002': 'Nurse' });
  const after = start(NEW, OLD);
  expect((await sendAnswers(after, token, { '2002': 'Nurse' })).reference).toBe(first.reference);
  const fresh = await mint(after, application);
  expect((await sendAnswers(after, fresh, { '2002': 'Nurse' })).reference).toBe(first.reference);
  expect((await sendAnswers(after, fresh, { '2002': 'Midwife' })).status).toBe(409);
  expect(posts(application)).toBe(1);
});

test('without the old secret the same content is refused as different (control)', async () => {
  const application = sandbox.applyTo('one-of-each');
  await sendAnswers(start(OLD), await mint(start(OLD), application), { '2002': 'Nurse' });
  const after = start(NEW);
  expect((await sendAnswers(after, await mint(after, application), { '2002': 'Nurse' })).status).toBe(409);
});

test('answers sent under the old secret can be corrected under the new one', async () => {
  const application = sandbox.applyTo('one-of-each');
  const token = await mint(start(OLD), application);
  sandbox.setFaults({ disturb: [{ path: '/api/v1/answers', reply: 422, requests: 1 }] });
  const first = await sendAnswers(start(OLD), token, { '2002': 'x', '2003': 'y' });
  expect(first.state).toBe('attention');
  const second = await sendAnswers(start(NEW, OLD), token, { '2002': 'Nurse', '2003': 'y' });
  expect(second).toEqual({ status: 200, reference: first.reference, state: 'complete' });
  expect(posts(application)).toBe(2);
});

test('a process started while the service is down gives a visitor session, form and receipt', async () => {
  const before = start(OLD);
  const first = (await ask(before, { job: '4712' })).json.data.attributes.token;
  const { title, revision } = await readMeta(before, first);
  isDown = true;
  const after = start(OLD);
  const session = await ask(after, { job: '4712' });
  expect(session.status).toBe(201);
  const { token } = session.json.data.attributes;
  expect(await readMeta(after, token)).toMatchObject({ title, revision, state: 'open' });
  const element = {
    type: 'applications',
    attributes: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
  };
  const accepted = await call(after, ['POST', '/submissions', token], {
    data: [element],
    meta: { revision },
  });
  expect(accepted.status).toBe(202);
  expect(accepted.json.data.id).toMatch(/^[0-9A-Z-]{14}$/);
});
