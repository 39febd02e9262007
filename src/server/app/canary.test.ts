import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedNames } from '../../core/model/details.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { quiet } from '../quiet.support.ts';
import { createLog } from './log.ts';
import { type RunningServer, startServer } from './start-server.ts';

const KEY = 'canary-service-key-0123456789';
const ADMIN = 'canary-admin-key-0123456789abcdef';
const SECRET = 'canary-secret-0123456789-0123456789';
const ANSWER = 'canary answer of a person';
const PERSON = {
  first_name: 'Canaria',
  last_name: 'Vogelsang',
  preferred_name: 'Canarietta',
  preferred_pronouns: 'canary/canaries',
  email: 'canaria@vogelsang.example',
  phone: '020 7946 0123',
  date_of_birth: '1971-03-17',
  linkedin_url: 'https://www.linkedin.com/in/canaria-vogelsang',
  address1: '17 Kanarienweg',
  town: 'Vogelhausen',
  postcode: 'KA7 9RY',
  summary: 'canary summary of a life',
};
const OPTION = '990017';
const FILE = { name: 'lebenslauf-vogelsang.txt', content: 'canary life in a file' };
/** Everything that a person said of themselves, as they wrote it and as it goes out. */
const SAID = [...Object.values(PERSON), '+442079460123', OPTION, FILE.name, FILE.content];

const tenant = {
  details: Object.fromEntries(askedNames.map((name) => [name, 'optional'])),
  equality: [{ id: 'origin', title: { en: 'Origin' }, options: [{ id: OPTION, text: { en: 'One' } }] }],
};

/** All that comes out: replies with their headers, and the log. */
let out = '';
let logged = '';
let running: RunningServer;
let sandbox: Sandbox;
let upstream: Server;
/** Where the store lies. */
let folder: string;
/** What the service says instead, for the moment. */
let hostile: ((key: string) => { status: number; text: string }) | null = null;
/** It says so to everything, or only to what is written. */
let isHostileToReads = true;

const listening = (server: { listen(port: number, host: string, done: () => void): unknown }) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  sandbox = createSandbox({ key: KEY });
  const inner = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  upstream = createServer((request, response) => {
    if (hostile === null || (request.method === 'GET' && !isHostileToReads))
      return void inner.emit('request', request, response);
    const { status, text } = hostile(String(request.headers['x-api-key']));
    response
      .writeHead(status, { 'content-type': 'application/vnd.api+json', 'x-echo': text.replaceAll('\n', '') })
      .end(text);
  });
  await listening(upstream);
  folder = await mkdtemp(join(tmpdir(), 'apply-canary-'));
  const sink = new Writable({
    write(chunk, _encoding, done) {
      out += String(chunk);
      logged += String(chunk);
      done();
    },
  });
  const started = await startServer(
    {
      PORT: '0',
      APPLY_SERVICE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      APPLY_SERVICE_KEY: KEY,
      APPLY_ADMIN_KEY: ADMIN,
      APPLY_SECRET: SECRET,
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
      APPLY_PUBLIC_URL: 'https://forms.example.com',
      APPLY_SEND_SECONDS: '1',
      APPLY_QUIET_SECONDS: '1',
      APPLY_CONFIG: JSON.stringify({ tenants: { default: tenant } }),
    },
    { log: createLog(sink) },
  );
  if (!started.ok) throw new Error(started.error.join());
  running = started.value;
});
afterAll(async () => {
  await running.close();
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** All bytes of all files of the store, as they lie there while the server runs. */
async function readStore(): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return Buffer.concat(bytes).toString('latin1');
}

async function call(
  method: string,
  path: string,
  bearer: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(running.address + path, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/vnd.api+json',
      prefer: 'wait=1',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  out += `${response.status} ${JSON.stringify([...response.headers])} ${text}\n`;
  return { status: response.status, text };
}

/** The reply has the name of the file, for who sent it: it is not looked at. */
async function putFile(bearer: string): Promise<string> {
  const id = crypto.randomUUID();
  const response = await fetch(`${running.address}/files/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${bearer}`,
      'apply-for': 'cv',
      'content-disposition': `attachment; filename="${FILE.name}"`,
    },
    body: FILE.content,
  });
  expect(response.status).toBe(201);
  return id;
}

const writings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map((offset) => Buffer.from(secret.slice(offset)).toString('base64').slice(0, 24)),
];

test('whatever the service answers, no key, secret, answer or word of its own comes out', async () => {
  const application = sandbox.applyTo('one-of-each');
  const sessions = { data: { type: 'sessions', attributes: { application } } };
  const minted = await call('POST', '/sessions', ADMIN, sessions);
  const { token } = JSON.parse(minted.text).data.attributes;
  const form = JSON.parse((await call('GET', '/api/v1/questions', token)).text);
  const echoes: readonly ((key: string) => { status: number; text: string })[] = [
    (key) => ({
      status: 422,
      text: JSON.stringify({
        errors: [{ detail: `service-words ${key}`, source: { pointer: `/data/${key}` } }],
      }),
    }),
    (key) => ({ status: 500, text: `service-words ${key}\n    at Object.run (/srv/app.js:1:1)` }),
    (key) => ({ status: 200, text: `service-words ${key}` }),
    (key) => ({ status: 200, text: JSON.stringify({ data: [], meta: { key, note: 'service-words' } }) }),
    // The last one: a service that refuses the key is left alone for a while.
    (key) => ({
      status: 401,
      text: JSON.stringify({
        errors: [{ code: 'x', status: '401', title: key, detail: `service-words ${key}` }],
      }),
    }),
  ];
  let question = 2002;
  for (const echo of echoes) {
    hostile = echo;
    await call('POST', '/sessions', ADMIN, sessions);
    await call('POST', '/sessions', 'wrong-key', sessions);
    await call('GET', '/api/v1/questions?include=answers', token);
    hostile = null;
    const own = sandbox.applyTo('one-of-each');
    const session = await call('POST', '/sessions', ADMIN, {
      data: { type: 'sessions', attributes: { application: own } },
    });
    const { token: fresh } = JSON.parse(session.text).data.attributes;
    const visit = await call('POST', '/sessions', ADMIN, {
      data: { type: 'sessions', attributes: { job: '4712' } },
    });
    const { token: visitor } = JSON.parse(visit.text).data.attributes;
    const attributes = {
      ...PERSON,
      phone_iso2: 'GB',
      country: 'GB',
      cv: await putFile(visitor),
      equality_monitoring_option_ids: [OPTION],
    };
    const wrong = { ...attributes, phone: '020 7946', cv: crypto.randomUUID() };
    const meta = { revision: form.meta.revision };
    const refused = await call('POST', '/submissions', visitor, {
      data: [{ type: 'applications', attributes: wrong }],
      meta,
    });
    expect(refused.status).toBe(422);
    [hostile, isHostileToReads] = [echo, false];
    const answer = {
      type: 'answers',
      attributes: { text_answer: ANSWER },
      relationships: { question: { data: { type: 'questions', id: String(question) } } },
    };
    const sent = await call('POST', '/submissions', fresh, {
      data: [answer],
      meta: { revision: form.meta.revision },
    });
    expect([200, 202]).toContain(sent.status);
    isHostileToReads = true;
    const applied = await call('POST', '/submissions', visitor, {
      data: [{ type: 'applications', attributes }, answer],
      meta: { revision: form.meta.revision },
    });
    expect([200, 202]).toContain(applied.status);
    question = question === 2002 ? 2003 : 2002;
  }
  hostile = null;
  await quiet();
  for (const secret of [KEY, ADMIN, SECRET])
    for (const writing of writings(secret)) expect(out).not.toContain(writing);
  expect(out).not.toContain(ANSWER);
  for (const detail of SAID) expect(out).not.toContain(detail);
  expect(out).not.toContain('service-words');
  expect(out).not.toMatch(/at Object\.run|node:internal/);
  expect(logged).not.toContain(token.slice(-20));
  for (const path of ['/metrics', '/attention', '/readyz']) await call('GET', path, ADMIN);
  for (const secret of [KEY, ADMIN, SECRET])
    for (const writing of writings(secret)) expect(out).not.toContain(writing);
  expect(out).not.toContain(ANSWER);
  expect(out).toContain('"event":"answer_refused"');
  expect(out).toContain('"event":"application_refused"');
  expect(logged).toContain(`"application":"${application.slice(0, 2)}`);
});

test('no code of a link and no token stands in the log, and in the store neither is in clear', async () => {
  const opened: string[] = [];
  const session = (attributes: object) => ({ data: { type: 'sessions', attributes } });
  const exchange = (code: string) => call('POST', '/sessions', ADMIN, session({ code }));
  for (const link of [true, 'invitation']) {
    const application = sandbox.applyTo('one-of-each');
    const made = await call('POST', '/sessions', ADMIN, session({ application, link }));
    const { id, attributes } = JSON.parse(made.text).data;
    const code = attributes.link.split('#code=')[1];
    expect(JSON.parse((await exchange(code)).text).data.attributes.token).toBe(attributes.token);
    await exchange(code);
    await exchange(`${code}x`);
    await call('DELETE', `/sessions/${id}`, ADMIN);
    expect((await exchange(code)).status).toBe(401);
    await call('GET', '/api/v1/questions', attributes.token);
    opened.push(code.slice(2), attributes.token.slice(-24));
  }
  const stored = await readStore();
  for (const canary of opened.flatMap(writings)) {
    expect(logged).not.toContain(canary);
    expect(stored).not.toContain(canary);
  }
});

test('in the store, no key, secret, answer or detail of a person stands in clear, delivered or not', async () => {
  const stored = await readStore();
  for (const secret of [KEY, ADMIN, SECRET])
    for (const writing of writings(secret)) expect(stored).not.toContain(writing);
  for (const text of [ANSWER, ...SAID])
    for (const writing of writings(text)) expect(stored).not.toContain(writing);
  // What is not secret is read in the same way (control).
  expect(stored).toContain('4712');
});

test('the canaries would be seen (control)', () => {
  expect(`detail: ${encodeURIComponent(KEY)}`).toContain(writings(KEY)[1]);
  expect(out.length).toBeGreaterThan(2_000);
});
