import { describe, expect, test } from 'vitest';
import type { ProxyCall } from '../http/proxy.support.ts';
import { changedAt } from './changed-at.support.ts';
import { DAY, HOST, openDoors } from './doors.support.ts';

const SECRET = 's'.repeat(32);

const at = await openDoors(SECRET);
const { call } = at;
const ask = (attributes: object, more: ProxyCall = {}) =>
  call('POST', '/sessions', { ...more, body: { data: { type: 'sessions', attributes } } });
const visit = async (job = '4712') => (await ask({ job })).json.data.attributes.token;
const renew = (bearer: string, attributes: object = { job: '4712', tenant: 'default' }, origin = HOST) =>
  ask(attributes, { bearer, origin });
const readMeta = async (bearer: string) => (await call('GET', '/api/v1/questions', { bearer })).json.meta;

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

async function send(bearer: string, change: object = {}) {
  const meta = await readMeta(bearer);
  const element = { type: 'applications', attributes: { ...details, ...change } };
  const body = { data: [element], meta: { revision: meta.revision } };
  return call('POST', '/submissions', { bearer, body });
}

const creations = () =>
  at.sandbox
    .requests()
    .filter(
      ({ method, path, status }) => method === 'POST' && path.endsWith('/applications') && status === 201,
    ).length;

describe('a session of a visitor', () => {
  test.each([
    ['after its end', DAY],
    ['in the last second of the seven days after it', 8 * DAY - 1_000],
  ])('is renewed %s, and still reads its receipt', async (_name, after) => {
    const token = await visit();
    const { json } = await send(token);
    at.clock += after;
    const renewed = await renew(token);
    expect([renewed.status, renewed.json.data.attributes.expires_in]).toEqual([201, 86_400]);
    const fresh = renewed.json.data.attributes.token;
    expect(await readMeta(fresh)).toMatchObject({ state: 'sent', submission: json.data.id });
    expect((await call('GET', `/submissions/${json.data.id}`, { bearer: fresh })).status).toBe(200);
  });

  test('is renewed for seven days after its end, even while the service is down', async () => {
    const token = await visit();
    at.clock += DAY;
    at.sandbox.setFaults({ disturb: [{ path: '/api/v1', reply: 403 }] });
    const before = at.sandbox.requests().length;
    expect((await renew(token)).status).toBe(201);
    expect(at.sandbox.requests().length).toBe(before);
    at.clock += 7 * DAY;
    expect(await renew(token)).toMatchObject({ status: 401, code: 'token_expired' });
  });
});

describe('renewal is refused', () => {
  const applicationToken = async () => {
    const reply = await ask({ application: at.sandbox.applyTo('one-of-each') }, { bearer: 'key-one' });
    return reply.json.data.attributes.token;
  };
  const fromElsewhere = async () => {
    at.proxy = at.start('x'.repeat(32));
    const token = await visit();
    at.proxy = at.start(SECRET);
    return token;
  };
  const own = { job: '4712', tenant: 'default' };
  const table: readonly (readonly [string, () => Promise<string>, object, origin: string | null])[] = [
    ['for a page that may not embed the form', () => visit(), own, 'https://evil.example'],
    ['for a token with a changed content', async () => changedAt(await visit(), 70), own, null],
    ['for a token with a changed seal', async () => changedAt(await visit(), 40), own, null],
    ['for a token sealed with another secret', fromElsewhere, own, null],
    ['for a token of an application', applicationToken, own, null],
    ['for a token of another job', () => visit('4711'), own, null],
    ['for a token of another tenant', () => visit(), { ...own, tenant: 'other' }, null],
  ];
  test.each(table)('%s, without a request to the service', async (_name, make, attributes, origin) => {
    const token = await make();
    const before = at.sandbox.requests().length;
    const refused = { status: 401, code: 'token_invalid' };
    const foreign = { status: 403, code: 'origin_not_allowed' };
    expect(await renew(token, attributes, origin ?? HOST)).toMatchObject(origin === null ? refused : foreign);
    expect(at.sandbox.requests().length).toBe(before);
  });
});

test.each([
  ['at once', 0],
  ['days later', 8 * DAY - 1_000],
])('a session makes one application, however often it is renewed: %s', async (...row) => {
  const token = await visit();
  expect((await send(token)).status).toBe(200);
  at.clock += row[1];
  const fresh = (await renew(token)).json.data.attributes.token;
  const again = (await renew(fresh)).json.data.attributes.token;
  at.proxy = at.start(SECRET);
  for (const bearer of row[1] === 0 ? [token, fresh, again] : [fresh, again]) {
    expect((await readMeta(bearer)).state).not.toBe('open');
    const second = { first_name: 'Somebody', last_name: 'Else' };
    expect(await send(bearer, second)).toMatchObject({ status: 409, code: 'already_submitted' });
  }
  expect(creations()).toBe(1);
});
