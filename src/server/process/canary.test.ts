import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedNames } from '../../core/model/details.ts';
import { quiet } from '../quiet.support.ts';
import { callAt, openServed, type Served } from './served-sandbox.support.ts';
import { jobSubmissionBody, type Sent, sessionBody } from './server.support.ts';

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
/** Everything personal, as the applicant wrote it and as the server sends it. */
const SAID = [...Object.values(PERSON), '+442079460123', OPTION, FILE.name, FILE.content];

const tenant = {
  details: Object.fromEntries(askedNames.map((name) => [name, 'optional'])),
  equality: [{ id: 'origin', title: { en: 'Origin' }, options: [{ id: OPTION, text: { en: 'One' } }] }],
};

/** Every reply with its headers; `out` adds the log. */
let replied = '';
const logged = () => served.log.join('');
const out = () => `${replied}${logged()}`;
let served: Served;
/** Replaces the replies of the service while it is set. */
let hostile: ((key: string) => { status: number; text: string }) | null = null;
/** Whether reads get that reply, too, and not only writes. */
let isHostileToReads = true;

beforeAll(async () => {
  served = await openServed(
    ({ method, headers }, response) => {
      if (hostile === null || (method === 'GET' && !isHostileToReads)) return false;
      const { status, text } = hostile(String(headers['x-api-key']));
      const echo = { 'content-type': 'application/vnd.api+json', 'x-echo': text.replaceAll('\n', '') };
      response.writeHead(status, echo).end(text);
      return true;
    },
    { key: KEY },
  );
  await served.restart({
    APPLY_ADMIN_KEY: ADMIN,
    APPLY_SECRET: SECRET,
    APPLY_PUBLIC_URL: 'https://forms.example.com',
    APPLY_CONFIG: JSON.stringify({ tenants: { default: tenant } }),
  });
});
afterAll(() => served.close());

/** Returns all bytes of the store's files while the server runs. */
async function readStore(): Promise<string> {
  const names = await readdir(served.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return Buffer.concat(bytes).toString('latin1');
}

async function call(method: string, path: string, bearer: string, body?: unknown) {
  const headers = { prefer: 'wait=1' };
  const { response, status, text } = await callAt(served.address(), [method, path, bearer], body, headers);
  replied += `${status} ${JSON.stringify([...response.headers])} ${text}\n`;
  return { status, text };
}

/** Uploads a file without recording the reply, which may contain the name of the file. */
async function putFile(bearer: string): Promise<string> {
  const id = crypto.randomUUID();
  const response = await fetch(`${served.address()}/files/${id}`, {
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

const openSession = (attributes: object, key = ADMIN) =>
  call('POST', '/sessions', key, sessionBody(attributes));
const tokenOf = async (attributes: object): Promise<string> =>
  JSON.parse((await openSession(attributes)).text).data.attributes.token;

const writings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map((offset) => Buffer.from(secret.slice(offset)).toString('base64').slice(0, 24)),
];

const errors = (fault: object) => JSON.stringify({ errors: [fault] });
/** Replies of a service that repeat the key of the request. */
const echoes: readonly ((key: string) => { status: number; text: string })[] = [
  (key) => ({
    status: 422,
    text: errors({ detail: `service-words ${key}`, source: { pointer: `/data/${key}` } }),
  }),
  (key) => ({ status: 500, text: `service-words ${key}\n    at Object.run (/srv/app.js:1:1)` }),
  (key) => ({ status: 200, text: `service-words ${key}` }),
  (key) => ({ status: 200, text: JSON.stringify({ data: [], meta: { key, note: 'service-words' } }) }),
  // This one is last, because the server sends nothing to a service that refuses the key for a while.
  (key) => ({
    status: 401,
    text: errors({ code: 'x', status: '401', title: key, detail: `service-words ${key}` }),
  }),
];

test('no reply or log line contains a key, secret, answer or text of the service', async () => {
  const application = served.sandbox.applyTo('one-of-each');
  const token = await tokenOf({ application });
  const { revision } = JSON.parse((await call('GET', '/api/v1/questions', token)).text).meta;
  const send = (bearer: string, attributes: object | null, answers: readonly Sent[]) =>
    call('POST', '/submissions', bearer, jobSubmissionBody(attributes, answers, { revision }));
  for (const [index, echo] of echoes.entries()) {
    hostile = echo;
    await openSession({ application });
    await openSession({ application }, 'wrong-key');
    await call('GET', '/api/v1/questions?include=answers', token);
    hostile = null;
    const fresh = await tokenOf({ application: served.sandbox.applyTo('one-of-each') });
    const visitor = await tokenOf({ job: '4712' });
    const attributes = {
      ...PERSON,
      phone_iso2: 'GB',
      country: 'GB',
      cv: await putFile(visitor),
      equality_monitoring_option_ids: [OPTION],
    };
    const wrong = { ...attributes, phone: '020 7946', cv: crypto.randomUUID() };
    expect((await send(visitor, wrong, [])).status).toBe(422);
    const answers: readonly Sent[] = [[index % 2 === 0 ? '2002' : '2003', { text_answer: ANSWER }]];
    [hostile, isHostileToReads] = [echo, false];
    expect([200, 202]).toContain((await send(fresh, null, answers)).status);
    isHostileToReads = true;
    expect([200, 202]).toContain((await send(visitor, attributes, answers)).status);
  }
  hostile = null;
  await quiet();
  for (const path of ['/metrics', '/attention', '/readyz']) await call('GET', path, ADMIN);
  for (const secret of [KEY, ADMIN, SECRET])
    for (const writing of writings(secret)) expect(out()).not.toContain(writing);
  for (const said of [ANSWER, ...SAID, 'service-words']) expect(out()).not.toContain(said);
  expect(out()).not.toMatch(/at Object\.run|node:internal/);
  expect(logged()).not.toContain(token.slice(-20));
  expect(out()).toContain('"event":"answer_refused"');
  expect(out()).toContain('"event":"application_refused"');
  expect(logged()).toContain(`"application":"${application.slice(0, 2)}`);
});

test('neither the log nor the store contains a link code or a token in plain text', async () => {
  const opened: string[] = [];
  const exchange = (code: string) => openSession({ code });
  for (const link of [true, 'invitation']) {
    const application = served.sandbox.applyTo('one-of-each');
    const made = await openSession({ application, link });
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
    expect(logged()).not.toContain(canary);
    expect(stored).not.toContain(canary);
  }
});

test('the store contains no key, secret, answer or detail of a person in plain text', async () => {
  const stored = await readStore();
  for (const secret of [KEY, ADMIN, SECRET])
    for (const writing of writings(secret)) expect(stored).not.toContain(writing);
  for (const text of [ANSWER, ...SAID])
    for (const writing of writings(text)) expect(stored).not.toContain(writing);
  // Control: the search finds a text that is not secret.
  expect(stored).toContain('4712');
});

test('control: there is much output to search', () => {
  expect(out().length).toBeGreaterThan(2_000);
});
