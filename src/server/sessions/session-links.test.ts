import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import { callProxy, openTestStore, plainTenant } from '../http/proxy.support.ts';
import {
  ADMIN_KEY,
  type Bench,
  type Call,
  type OpenBench,
  openBench,
  openSandbox,
  type Reply,
  sessionBody,
} from '../process/server.support.ts';

const openOne = (environment = {}) => openBench({ ...openSandbox, ...environment });
const FALLBACK = 'https://careers.example.com/{job}';
const BEGAN = 1_700_000_000_000;
let now = BEGAN;
const opened = await openTestStore(() => now);
let bench: OpenBench;

beforeAll(async () => {
  bench = await openOne({
    APPLY_FALLBACK_URL: FALLBACK,
    APPLY_PUBLIC_URL: 'https://forms.example.com/apply/',
    APPLY_ORIGINS: 'https://careers.example.com',
  });
});
afterAll(() => bench.close());

const admin = { authorization: `Bearer ${ADMIN_KEY}` };
const withWrongKey = { authorization: 'Bearer wrong' };
const post = (attributes: object, headers: Call['headers'] = {}, at: Bench = bench) =>
  at.call('POST', '/sessions', { body: sessionBody(attributes), headers });
const revoke = (id: string, headers: Call['headers'] = admin, at: Bench = bench) =>
  at.call('DELETE', `/sessions/${id}`, { headers });

interface Link {
  readonly id: string;
  readonly code: string;
  readonly token: string;
  readonly application: string;
}

const codeOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '';

async function makeLink(link: true | 'invitation', more: object = {}, at: Bench = bench): Promise<Link> {
  const { application } = await at.apply('one-of-each');
  const { json } = await post({ application, link, ...more }, admin, at);
  const { token, link: address } = json.data.attributes;
  return { id: json.data.id, code: codeOf(address), token, application };
}

const exchange = (code: string, more: object = {}, at: Bench = bench) => post({ code, ...more }, {}, at);
const outcome = (reply: Reply) => [reply.status, reply.status < 400 ? '' : reply.json.errors[0].code];
const reads = async (token: string, at: Bench = bench) => (await at.readForm({ token })).status;
const sends = (link: Link, text = 'Nurse') => bench.send(link, [['2002', { text_answer: text }]]);

describe('a link', () => {
  test.each([
    [true, /^r-[0-9a-f]{40}$/],
    ['invitation', /^i-[0-9a-f]{40}$/],
  ] as const)('of kind %j has a code of its kind, and the reply names its session', async (link, shape) => {
    const { application } = await bench.apply('one-of-each');
    const { status, json } = await post({ application, link, expires_in: 3_600 }, admin);
    const { link: address, ...others } = json.data.attributes;
    expect([status, others]).toEqual([201, { token: expect.any(String), expires_in: 3_600 }]);
    expect(address).toMatch(/^https:\/\/forms\.example\.com\/apply\/form#code=/);
    expect(codeOf(address)).toMatch(shape);
    expect(json.data.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(address).not.toContain(others.token);
  });

  test.each([
    ['a link', { link: true }],
    ['a prefill', { prefill: { answers: { '2002': 'Nurse' } } }],
  ])('needs the key of a back end: visitors and token holders may not ask for %s', async (_name, given) => {
    const own = { origin: 'https://forms.example.com' };
    const { token } = await bench.visit('4711');
    for (const headers of [own, { ...own, authorization: `Bearer ${token}` }, withWrongKey]) {
      const reply = await post({ job: '4711', tenant: 'default', ...given }, headers);
      expect(outcome(reply)).toEqual([401, 'unauthorized']);
    }
  });

  test('needs APPLY_PUBLIC_URL, except in the sandbox', async () => {
    const bare = await openOne();
    const { application } = await bare.apply('one-of-each');
    const { json } = await post({ application, link: true }, admin, bare);
    expect(json.data.attributes.link).toMatch(new RegExp(`^${bare.address}/form#code=r-`));
    await bare.close();
    const proxy = createProxy({ tenants: [tenantOptions], secrets: ['s'.repeat(32)], store: opened });
    const reply = await ask(proxy, { job: '4711', link: true });
    expect([reply.status, reply.json.errors[0].detail]).toEqual([
      400,
      expect.stringContaining('APPLY_PUBLIC_URL'),
    ]);
  });
});

describe('a code for a redirect', () => {
  test('is exchanged once for the token of its session', async () => {
    const { code, token, id } = await makeLink(true, { expires_in: 3_600 });
    const first = await exchange(code);
    expect(first.status).toBe(201);
    expect(first.json.data).toEqual({
      type: 'sessions',
      id,
      attributes: { token, expires_in: expect.any(Number) },
    });
    expect(first.json.data.attributes.expires_in).toBeGreaterThan(3_590);
    const second = await exchange(code);
    expect(outcome(second)).toEqual([401, 'token_expired']);
    expect(second.json.meta.fallback).toMatch(/^https:\/\/careers\.example\.com\/\d+$/);
    expect(await reads(token)).toBe(200);
  });

  test('is exchanged again by the same page if the reply was lost, and by no other page', async () => {
    const { code } = await makeLink(true);
    const [attempt, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect((await exchange(code, { attempt })).status).toBe(201);
    expect((await exchange(code, { attempt })).status).toBe(201);
    expect(outcome(await exchange(code, { attempt: other }))).toEqual([401, 'token_expired']);
    expect(outcome(await exchange(code))).toEqual([401, 'token_expired']);
    expect(outcome(await exchange(code, { attempt: 'short' }))).toEqual([400, 'bad_request']);
  });

  test('expires after a quarter of an hour, or with its session', async () => {
    now = BEGAN;
    const proxy = createProxy({ ...proxyOptions, clock: { ...systemClock, now: () => now } });
    const open = async (code: string) => (await ask(proxy, { code }, null)).status;
    const make = async (more: object) => {
      const reply = await ask(proxy, { job: '4711', link: true, ...more });
      return codeOf(reply.json.data.attributes.link);
    };
    const codes = [await make({}), await make({}), await make({ expires_in: 60 })];
    now += 60_000;
    expect(await open(codes[2] ?? '')).toBe(401);
    now += 839_999;
    expect(await open(codes[0] ?? '')).toBe(201);
    now += 1;
    expect(await open(codes[1] ?? '')).toBe(401);
  });
});

test('an invitation can be exchanged on every device until the form is sent', async () => {
  const link = await makeLink('invitation');
  for (let device = 0; device < 3; device++) expect((await exchange(link.code)).status).toBe(201);
  expect((await sends(link)).status).toBe(200);
  const after = await exchange(link.code);
  expect(outcome(after)).toEqual([401, 'token_expired']);
  expect(after.json.meta.fallback).toMatch(/^https:\/\/careers\.example\.com\/\d+$/);
  // The page that sent shows its receipt.
  expect(await reads(link.token)).toBe(200);
});

describe('a revoked session', () => {
  test('is closed for its token and its codes, and can be revoked again', async () => {
    for (const kind of [true, 'invitation'] as const) {
      const { id, code, token } = await makeLink(kind);
      expect(await reads(token)).toBe(200);
      expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([204, 204]);
      expect(await reads(token)).toBe(401);
      const reply = await exchange(code);
      expect(outcome(reply)).toEqual([401, 'token_invalid']);
      expect(reply.json.meta.fallback).toContain('careers.example.com');
    }
  });

  test('is not renewed; a session that is not revoked keeps its id (control)', async () => {
    const session = await post({ job: '4711' }, admin);
    const { token } = session.json.data.attributes;
    const renewal = () =>
      post(
        { job: '4711', tenant: 'default' },
        { origin: 'https://forms.example.com', authorization: `Bearer ${token}` },
      );
    const renewed = await renewal();
    expect([renewed.status, renewed.json.data.id]).toEqual([201, session.json.data.id]);
    await revoke(session.json.data.id);
    expect(outcome(await renewal())).toEqual([401, 'token_invalid']);
    expect(await reads(renewed.json.data.attributes.token)).toBe(401);
  });

  test('has to be named by its whole id and with the key of its tenant', async () => {
    const { id, token } = await makeLink(true);
    for (const unknown of ['5', id.slice(0, 32), `${id}0`])
      expect(outcome(await revoke(unknown))).toEqual([404, 'not_found']);
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { authorization: 'Bearer other' }])
      expect(outcome(await revoke(id, headers))).toEqual([401, 'unauthorized']);
    expect(await reads(token)).toBe(200);
  });

  test('is refused by other processes within ten seconds, with one store read in that time', async () => {
    now = BEGAN;
    let storeReads = 0;
    const sessions = {
      ...opened.sessions,
      isRevoked: (...given: Parameters<typeof opened.sessions.isRevoked>) => {
        storeReads += 1;
        return opened.sessions.isRevoked(...given);
      },
    };
    const store = { ...opened, sessions };
    const process = () => createProxy({ ...proxyOptions, store, clock: { ...systemClock, now: () => now } });
    const [first, second] = [process(), process()];
    const { id, attributes } = (await ask(first, { job: '4711' })).json.data;
    const read = async () =>
      (await callProxy(second, 'GET', '/submissions/none', { bearer: attributes.token })).status;
    for (let time = 0; time < 5; time++) expect(await read()).toBe(404);
    expect(storeReads).toBe(1);
    await callProxy(first, 'DELETE', `/sessions/${id}`, { bearer: BACK_END });
    now += 9_999;
    expect(await read()).toBe(404);
    now += 2;
    expect(await read()).toBe(401);
  });
});

describe('guessing a code', () => {
  test.each([
    ['an empty code', ''],
    ['a code that was never made', `i-${'0'.repeat(40)}`],
    ['a code with the beginning of the other kind', null],
  ])('with %s opens no session', async (_name, code) => {
    const link = await makeLink(true);
    expect(outcome(await exchange(code ?? link.code.replace('r-', 'i-')))).toEqual([401, 'token_invalid']);
    expect((await exchange(link.code)).status).toBe(201);
  });

  test('is refused after 30 wrong codes a minute; a right code still opens (control)', async () => {
    const fresh = await openOne();
    const { code } = await makeLink('invitation', {}, fresh);
    const replies: number[] = [];
    for (let guess = 0; guess < 40; guess++) replies.push((await exchange('r-guess', {}, fresh)).status);
    expect([replies.filter((status) => status === 401).length, replies.at(-1)]).toEqual([30, 429]);
    expect((await exchange(code, {}, fresh)).status).toBe(201);
    await fresh.close();
  });

  test('from a page of another origin is refused, and the code stays valid', async () => {
    const { code } = await makeLink(true);
    const headers = { origin: 'https://elsewhere.example.com' };
    expect(outcome(await post({ code }, headers))).toEqual([403, 'origin_not_allowed']);
    expect((await post({ code }, { origin: 'https://careers.example.com' })).status).toBe(201);
  });
});

const BACK_END = 'key-of-the-back-end';
const tenantOptions = plainTenant('default', { adminKey: BACK_END });

/** A service that has every job. */
const proxyOptions = {
  store: opened,
  tenants: [tenantOptions],
  secrets: ['s'.repeat(32)],
  publicUrl: 'https://forms.example.com',
  send: async () =>
    new Response(JSON.stringify({ data: { type: 'jobs', id: '4711', attributes: { title: 'Nurse' } } }), {
      headers: { 'content-type': 'application/vnd.api+json' },
    }),
} as const;

/** @param key null: without one */
const ask = (proxy: ApplyProxy, attributes: object, key: string | null = BACK_END) =>
  callProxy(proxy, 'POST', '/sessions', { bearer: key ?? undefined, body: sessionBody(attributes) });
