/** What is sealed goes where it was sealed for, or nowhere: in a file, by the real worker, to the sandbox. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMapLessons } from '../../../e2e/support/map-store.ts';
import { failure } from '../../core/model/failure.ts';
import { applicationId, jobId, reference, revision, subject } from '../../core/model/ids.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { systemClock } from '../clock.ts';
import { stagingOf } from '../files/staging.support.ts';
import type { SubmissionToAccept } from '../ports.ts';
import { createService } from '../service/create-service.ts';
import { open } from '../store/engines.support.ts';
import type { OpenStore } from '../store/open-store.ts';
import { type Cipher, createCipher } from './cipher.ts';
import { defaultRules, silentMetrics } from './dependencies.ts';
import type { ServiceGateway } from './http-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { firstSubmission, key, submission, tenantOne, text, unlimited } from './ledger.support.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';

/** A change to the first submission that did not come from the ledger. */
type Change = readonly RawBuilder<unknown>[];

const OTHER = '90999';
const cipher = createCipher(['s'.repeat(32)]);
/** As it was before: bound to tenant, subject, question and part alone. */
const withoutDestination: Cipher = {
  ...cipher,
  seal: (context, plain) => cipher.seal(narrow(context), plain),
  open: (context, sealed) => cipher.open(narrow(context), sealed),
};
function narrow(context: string): string {
  const parts: unknown = JSON.parse(context);
  const [kind, tenant, subject, , , , question, part] = Array.isArray(parts) ? parts : [];
  return kind === 'item' ? JSON.stringify([tenant, subject, question, part]) : context;
}

const isFirst = sql`subject = ${key.subject}`;
const anotherApplication: Change = [sql`update submission set application = ${OTHER} where ${isFirst}`];
const anotherJob: Change = [sql`update submission set job = '4711' where ${isFirst}`];
const anotherReference: Change = [sql`update submission set reference = 'R-other' where ${isFirst}`];
/** The application that was made. */
const anotherMade: Change = [sql`update item set service_id = ${OTHER} where ${isFirst} and question = ''`];
const exchanged: Change = [
  sql`update item set question = 'x' where ${isFirst} and question = '2002'`,
  sql`update item set question = '2002' where ${isFirst} and question = '2003'`,
  sql`update item set question = '2003' where ${isFirst} and question = 'x'`,
];
const second = subject('another applicant');
const copied: Change = [
  sql`update item set payload = (select payload from item as other where other.subject = ${second}
    and other.question = item.question) where ${isFirst}`,
];

let folder: string;
let opened: OpenStore;
let store: LedgerStore;
let sandbox: Sandbox;
let ledgers: Ledger[];
let logged: string[];
let counted: string[];
/** Answers cannot reach the service. */
let isApart: boolean;

beforeEach(async () => {
  [ledgers, logged, counted, isApart] = [[], [], [], false];
  sandbox = createSandbox({ key: 'key' });
  folder = mkdtempSync(join(tmpdir(), 'apply-misdirected-'));
  opened = await open(`file:${join(folder, 'apply.db')}`);
  store = opened.ledger;
});
afterEach(async () => {
  for (const ledger of ledgers) await ledger.drain(5_000);
  await opened.close();
  rmSync(folder, { recursive: true });
});

async function make(change: Change): Promise<void> {
  for (const statement of change) await statement.execute(opened.engine.database);
}

function createGateway(): ServiceGateway {
  const staging = { open: async () => null };
  const gateway = createHttpGateway({
    service: createService({
      baseUrl: 'http://service.example',
      key: 'key',
      send: async (request) => sandbox.fetch(request),
    }),
    staging,
    readBack: 'auto',
    clock: systemClock,
  });
  return {
    ...gateway,
    sendAnswer: async (...parcel) =>
      isApart ? failure({ kind: 'unreachable' }) : gateway.sendAnswer(...parcel),
  };
}

function createOne(wanted: Cipher): Ledger {
  const gateway = createGateway();
  const ledger = createLedger({
    store,
    tenants: [tenantOne],
    gatewayOf: () => gateway,
    rateLimiterOf: () => unlimited,
    cipher: wanted,
    staging: stagingOf({}),
    clock: systemClock,
    log: { warn: (event) => logged.push(event), error: (event) => logged.push(event) },
    ledgerMetrics: { ...silentMetrics, counted: (_tenant, event) => counted.push(event) },
    owner: crypto.randomUUID(),
    lessons: createMapLessons(Date.now),
    newReference: () => reference(`R-${crypto.randomUUID()}`),
    random: Math.random,
    rules: { ...defaultRules, quiet: 50 },
  });
  ledgers.push(ledger);
  return ledger;
}

async function accept(ledger: Ledger, sent: SubmissionToAccept): Promise<void> {
  const accepted = await ledger.accept({ ...sent, revision: revision('r') }, 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
}

const stateOf = async () => (await store.find(key))?.items.map(({ state, code }) => code ?? state);
const until = (read: () => unknown, wanted: unknown) => expect.poll(read).toEqual(wanted);
const answersOf = (application: string) => sandbox.answers(application).map(({ value }) => value);
const posts = () => sandbox.requests().filter(({ method }) => method === 'POST').length;

const given = [text('2002', 'Nurse'), text('2003', 'since 2019')];
const toApplication = (application: string, of = key.subject): SubmissionToAccept =>
  submission(given, {
    key: { ...key, subject: of },
    destination: { kind: 'application', application: applicationId(application) },
  });
const toJob = (): SubmissionToAccept => {
  const sent = firstSubmission(given);
  const { destination } = sent;
  return destination.kind === 'job' ? { ...sent, destination: { ...destination, job: jobId('4712') } } : sent;
};

test.each([
  ['another application', anotherApplication],
  ['another reference', anotherReference],
  ['exchanged answers', exchanged],
])('with %s in its row an answer is never sent, and that is told', async (_what, change) => {
  const ledger = createOne(cipher);
  await accept(ledger, toApplication(sandbox.applyTo('one-of-each')));
  await make(change);
  ledger.start();
  await until(stateOf, ['misdirected', 'misdirected']);
  expect(posts()).toBe(0);
  expect(logged.filter((event) => event === 'payload_misdirected')).toHaveLength(2);
});

test('control: sealed without its destination it goes to the wrong application', async () => {
  const wrong = sandbox.applyTo('one-of-each');
  const ledger = createOne(withoutDestination);
  await accept(ledger, toApplication(sandbox.applyTo('one-of-each')));
  await make([sql`update submission set application = ${wrong} where ${isFirst}`]);
  ledger.start();
  await until(() => answersOf(wrong), ['Nurse', 'since 2019']);
});

test('what was sealed for another applicant is not sent as one’s own', async () => {
  const own = sandbox.applyTo('one-of-each');
  const ledger = createOne(cipher);
  await accept(ledger, toApplication(sandbox.applyTo('one-of-each'), second));
  await accept(ledger, toApplication(own));
  await make(copied);
  ledger.start();
  await until(stateOf, ['misdirected', 'misdirected']);
  expect(answersOf(own)).toEqual([]);
});

test.each([
  ['another job', anotherJob],
  ['another reference', anotherReference],
])('with %s in its row no application is made', async (_what, change) => {
  const ledger = createOne(cipher);
  await accept(ledger, toJob());
  await make(change);
  ledger.start();
  await until(async () => (await stateOf())?.[0], 'misdirected');
  expect(posts()).toBe(0);
});

test.each([
  ['an application of another one in the place of the one that was made', anotherMade],
  ['an application in a row that had none', anotherApplication],
])('with %s no answer is sent', async (_what, change) => {
  const ledger = createOne(cipher);
  isApart = true;
  await accept(ledger, toJob());
  ledger.start();
  await until(stateOf, ['delivered', 'queued', 'queued']);
  await ledger.drain(5_000);
  const before = posts();
  await make(change);
  isApart = false;
  createOne(cipher).start();
  await until(stateOf, ['delivered', 'misdirected', 'misdirected']);
  expect(posts()).toBe(before);
});

test('an application that was made is known again, and gets its answers', async () => {
  const ledger = createOne(cipher);
  isApart = true;
  await accept(ledger, toJob());
  ledger.start();
  await until(stateOf, ['delivered', 'queued', 'queued']);
  await ledger.drain(5_000);
  isApart = false;
  createOne(cipher).start();
  await until(stateOf, ['delivered', 'delivered', 'delivered']);
});
