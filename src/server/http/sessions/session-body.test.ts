import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type OpenBench, openBench, sessionBody } from '../../app/server.support.ts';

let bench: OpenBench;

beforeAll(async () => {
  bench = await openBench({});
});
afterAll(() => bench.close());

const admin = { authorization: 'Bearer sandbox-admin' };
const post = (body: unknown, headers: Call['headers'] = admin) =>
  bench.call('POST', '/sessions', { body, headers });
const ask = (attributes: object, headers?: Call['headers']) => post(sessionBody(attributes), headers);

/** What stands there in the body that was sent; undefined: nothing. */
const at = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((place, step) => new Map(Object.entries(Object(place))).get(step), body);

const JOB = { job: '4711' };

describe('a member of POST /sessions that is not as it must be', () => {
  test.each<[string, object, string, RegExp]>([
    ['a number for an id', { application: 99 }, '/application', /^Write "application" as an id in quotes/],
    ['a path for an id', { application: '../jobs' }, '/application', /1 to 64 of the letters/],
    ['a number for a job', { job: 4711 }, '/job', /^Write "job" as an id in quotes/],
    ['a list for a posting', { posting: ['64711'] }, '/posting', /^Write "posting" as an id in quotes/],
    ['more than a day', { ...JOB, expires_in: 86_401 }, '/expires_in', /whole number .* 1 to 86,400/],
    ['seconds as text', { ...JOB, expires_in: '60' }, '/expires_in', /whole number of seconds/],
    ['a text for a choice', { ...JOB, show_details: 'yes' }, '/show_details', /as true or false/],
    ['an unknown link', { ...JOB, link: 'mail' }, '/link', /as true, for a redirect, or "invitation"/],
    ['no link', { ...JOB, link: false }, '/link', /true, for a redirect/],
    ['a number for a tenant', { ...JOB, tenant: 1 }, '/tenant', /"tenant" as the name of a tenant/],
    ['a short handle', { ...JOB, draft_handle: 'x' }, '/draft_handle', /22 to 100 random characters/],
    ['a handle of a back end', { ...JOB, draft_handle: 'x'.repeat(22) }, '/draft_handle', /for visitors/],
    [
      'a slip in a name',
      { ...JOB, exipres_in: 60 },
      '/exipres_in',
      /^Leave out "exipres_in": .*"expires_in"/,
    ],
    ['a name with a slash', { ...JOB, 'a/b~c': 60 }, '/a~1b~0c', /^Leave out "a\/b~c": beside "job"/],
    ['a tenant of an application', { application: '9', tenant: 'x' }, '/tenant', /beside "application"/],
    [
      'two of what a form is for',
      { ...JOB, posting: '64711' },
      '/posting',
      /^Write "job" or "posting", not both/,
    ],
    ['nothing that a form is for', { expires_in: 60 }, '', /Write "application", "job" or "posting"/],
    ['a number for a code', { code: 1 }, '/code', /"code" as the code of a link/],
    ['a short attempt', { code: 'i-1', attempt: 'x' }, '/attempt', /22 to 100 random characters/],
    ['an unknown application', { application: '5' }, '/application', /no such application/],
    ['an unknown job', { job: '5' }, '/job', /no such job/],
    ['an unknown posting', { posting: '5' }, '/posting', /no such posting/],
    ['the tenant of another key', { ...JOB, tenant: 'x' }, '/tenant', /another tenant/],
  ])('as %s is pointed at, with what to write', async (_what, attributes, pointer, words) => {
    const reply = await ask(attributes);
    const [error] = reply.json.errors;
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect([error.source, error.detail]).toEqual([
      { pointer: `/data/attributes${pointer}` },
      expect.stringMatching(words),
    ]);
    expect(at(sessionBody(attributes), error.source.pointer)).toBeDefined();
    expect(error.detail).toMatch(/^[A-Z].*\.$/);
  });

  test.each<readonly [string, object, string]>([
    ['a list', [], ''],
    ['no data', {}, ''],
    ['another type', { data: { type: 'session', attributes: JOB } }, '/data/type'],
    ['no type', { data: { attributes: JOB } }, '/data'],
    ['no attributes', { data: { type: 'sessions' } }, '/data'],
    ['members beside', { data: { type: 'sessions', attributes: JOB, meta: {} } }, '/data/meta'],
    ['members outside', { data: { type: 'sessions', attributes: JOB }, job: '4711' }, '/job'],
  ])('as %s in the place of the envelope is shown the envelope', async (_what, body, pointer) => {
    const [error] = (await post(body)).json.errors;
    expect([error.status, error.source]).toEqual(['400', { pointer }]);
    expect(error.detail).toContain('write {"data": {"type": "sessions", "attributes": {…}}}.');
  });

  test('is pointed at for a visitor too, and for the demo', async () => {
    const visitor = await ask({ ...JOB, tenant: 'unheard-of' }, {});
    expect(visitor.json.errors[0]).toMatchObject({
      status: '404',
      source: { pointer: '/data/attributes/tenant' },
    });
    const prefilled = await ask({ ...JOB, prefill: {} }, {});
    expect(prefilled.json.errors[0]).toMatchObject({
      status: '401',
      source: { pointer: '/data/attributes/prefill' },
    });
    const demo = await bench.call('POST', '/demo/sessions', {
      body: sessionBody({ form: 'engineer', days: 1 }),
    });
    expect(demo.json.errors[0]).toMatchObject({ source: { pointer: '/data/attributes/days' } });
  });

  test('is never told back with what was given', async () => {
    const secret = 'a secret value';
    for (const attributes of [
      { application: secret },
      { ...JOB, expires_in: secret },
      { ...JOB, link: secret },
      { ...JOB, note: secret },
      { code: secret.repeat(20) },
    ]) {
      const reply = await ask(attributes);
      expect([reply.status, reply.text.includes('secret')]).toEqual([400, false]);
    }
  });

  test('points at its place alone, however long its name is', async () => {
    const reply = await ask({ ...JOB, ['x'.repeat(1_000)]: 1 });
    expect(reply.json.errors[0].source).toEqual({ pointer: '/data/attributes' });
    expect(reply.text.length).toBeLessThan(500);
  });

  test('is none where all members are right', async () => {
    const { application } = await bench.apply('one-of-each');
    const all = { expires_in: 60, show_details: true, link: 'invitation', prefill: { first_name: 'Ada' } };
    for (const named of [{ application }, { ...JOB, tenant: 'default' }, { posting: '64711' }])
      expect((await ask({ ...named, ...all })).status).toBe(201);
  });
});

describe('a body that cannot be read as JSON', () => {
  const send = (bytes: string) => bench.call('POST', '/sessions', { bytes, headers: admin });

  test('is told so', async () => {
    const [error] = (await send('{"data":')).json.errors;
    expect([error.status, error.detail]).toEqual(['400', 'The body is no JSON in UTF-8.']);
  });

  test('is told how much may be sent', async () => {
    const long = await ask({ ...JOB, prefill: { answers: { '1': 'x'.repeat(90_000) } } });
    expect(long.json.errors[0]).toMatchObject({ status: '413', detail: expect.stringContaining('81,920') });
  });
});

test('the page for those who call it has a row for each member that may stand there, and no other', async () => {
  const page = readFileSync(new URL('../../../../public/docs/embedding.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('| Member | Value');
  const [table = ''] = section.split('\n\n');
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const named = ['application', 'job', 'posting'];
  const replies = await Promise.all(named.map((name) => ask({ [name]: '1', unknown: true })));
  const taken = replies.flatMap(({ json }) => {
    const [, beside = ''] = json.errors[0].detail.split('there may be');
    return [...beside.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  });
  expect(new Set(rows)).toEqual(new Set([...named, ...taken]));
  expect(rows.length).toBe(new Set(rows).size);
});
