import { expect, test } from 'vitest';
import { defaultSemantics } from '../../../core/model/question.ts';
import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import { noFaults } from '../../../sandbox/faults/faults.ts';
import { type ApplyProxy, createProxy } from '../create-proxy.ts';

const sandbox = createSandbox({ key: 'key' });

/** A process: it remembers only what happened in it. */
const start = (): ApplyProxy =>
  createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [
      {
        name: 'default',
        serviceUrl: 'http://service.example',
        serviceKey: 'key',
        adminKey: 'admin',
        origins: [],
        publicJobs: [],
        semantics: defaultSemantics,
        fallbackUrl: null,
        questionsBy: 'job',
        questionFilter: 'eq',
      },
    ],
    send: async (request) => sandbox.fetch(request),
  });

async function call(proxy: ApplyProxy, [method, path, bearer]: readonly string[], body?: unknown) {
  const request = new Request(`http://proxy.example${path}`, {
    method: method ?? '',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/vnd.api+json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const response = await proxy.fetch(request);
  return { status: response.status, json: await response.json() };
}

async function mint(proxy: ApplyProxy, application: string): Promise<string> {
  const body = { data: { type: 'sessions', attributes: { application } } };
  return (await call(proxy, ['POST', '/sessions', 'admin'], body)).json.data.attributes.token;
}

const readMeta = async (proxy: ApplyProxy, token: string) =>
  (await call(proxy, ['GET', '/api/v1/questions', token])).json.meta;

async function send(proxy: ApplyProxy, token: string, text: string): Promise<number> {
  const { revision } = await readMeta(proxy, token);
  const element = {
    type: 'answers',
    attributes: { text_answer: text },
    relationships: { question: { data: { type: 'questions', id: '2002' } } },
  };
  return (await call(proxy, ['POST', '/submissions', token], { data: [element], meta: { revision } })).status;
}

const posts = (application: string) =>
  sandbox.requests(application).filter(({ method }) => method === 'POST').length;

test('a token of before the answers sends none twice, because what the service holds is looked at first', async () => {
  const application = sandbox.applyTo('one-of-each');
  const before = start();
  const early = await mint(before, application);
  expect(await send(before, early, 'Nurse')).toBe(200);
  expect(await send(start(), early, 'Midwife')).toBe(200);
  expect(posts(application)).toBe(1);
});

test('where the service shows nothing of it, it would, once the memory of them is gone (control)', async () => {
  sandbox.setFaults({ ...noFaults, no_include: 'refuse', no_list: true });
  const application = sandbox.applyTo('one-of-each');
  const before = start();
  const early = await mint(before, application);
  expect(await send(before, early, 'Nurse')).toBe(200);
  expect(await send(start(), early, 'Midwife')).toBe(200);
  expect(posts(application)).toBe(2);
});
