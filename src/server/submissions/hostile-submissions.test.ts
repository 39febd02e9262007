/** Bodies that no form sends: cheap checks refuse them before the store is read or the body is parsed. */

import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { createMapStaging } from '../files/staging.support.ts';
import { createProxy } from '../http/create-proxy.ts';
import { callProxy, openTestStore, plainTenant } from '../http/proxy.support.ts';
import { submissionBody } from '../process/server.support.ts';

const staging = createMapStaging();
let lookUps = 0;

const sandbox = createSandbox({ key: 'key' });
const proxy = createProxy({
  store: await openTestStore(),
  secrets: ['s'.repeat(32)],
  tenants: [plainTenant('default', { origins: [], publicJobs: [] })],
  staging: {
    ...staging,
    find(key, id) {
      lookUps += 1;
      return staging.find(key, id);
    },
  },
  send: async (request) => sandbox.fetch(request),
});

const call = (method: string, path: string, bearer: string, body?: string) =>
  callProxy(proxy, method, path, { bearer, body });

let token = '';
let revision = '';

beforeAll(async () => {
  const application = sandbox.applyTo('one-of-each');
  const body = JSON.stringify({ data: { type: 'sessions', attributes: { application } } });
  token = (await call('POST', '/sessions', 'admin', body)).json.data.attributes.token;
  revision = (await call('GET', '/api/v1/questions', token)).json.meta.revision;
});
beforeEach(() => {
  lookUps = 0;
});

async function send(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { status, json } = await call('POST', '/submissions', token, text);
  return [status, json.errors[0].code];
}

const list = <Item>(length: number, item: (place: number) => Item) =>
  Array.from({ length }, (_, place) => item(place));
const file = () => ({ document: crypto.randomUUID() });
const body = (answers: Parameters<typeof submissionBody>[0]) => submissionBody(answers, { revision });

test.each([
  [
    '4,500 files for 4,500 questions',
    () => list(4_500, (place) => [`${place}`, file()] as const),
    'too_many',
  ],
  ['41 files for one question', () => list(41, () => ['2010', file()] as const), 'too_many'],
  [
    'a file for a question of another form',
    () => [['101', file()] as const, ['2009', file()] as const],
    'foreign_question',
  ],
  [
    'a file and an answer to a hidden question',
    () => [['2101', { text_answer: 'x' }] as const, ['2009', file()] as const],
    'hidden_answer',
  ],
  ['control: one file for a question that takes one', () => [['2009', file()] as const], 'file_missing'],
])('%s: the proxy looks for files only if nothing else is wrong', async (_name, answers, code) => {
  expect(await send(body(answers()))).toEqual([422, code]);
  expect(lookUps).toBe(code === 'file_missing' ? 1 : 0);
});

test.each([
  ['deeply nested lists', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ['deeply nested objects', `${'{"a":'.repeat(17)}0${'}'.repeat(17)}`],
  ['300,000 objects', `[${'{},'.repeat(300_000)}{}]`],
  ['90,000 members', `{${list(90_000, (place) => `"${place}":0`).join()}}`],
])('%s are refused before the body is parsed', async (_name, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(await send(text)).toEqual([400, 'bad_request']);
  expect(parse.mock.calls.map(([given]) => given)).not.toContain(text);
  parse.mockRestore();
});

test('a body as deep and as large as a form can send is parsed (control)', async () => {
  const text = JSON.stringify(body(list(5_000, (place) => [`${place}`, { text_answer: '{"\\' }])));
  const parse = vi.spyOn(JSON, 'parse');
  expect(await send(text)).toEqual([422, 'foreign_question']);
  expect(parse.mock.calls.map(([given]) => given)).toContain(text);
  parse.mockRestore();
});
