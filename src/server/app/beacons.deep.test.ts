import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endOutcomes, endStates } from '../../core/model/form-end.ts';
import { type Bench, startBench } from './server.support.ts';

const ADMIN = { headers: { authorization: 'Bearer sandbox-admin' } };

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

/** As a browser sends it. */
const tell = (words: string, headers: Readonly<Record<string, string>> = {}) =>
  bench.call('POST', '/beacons', {
    bytes: words,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  });

/** Every count of this name that is not 0, by its labels but the tenant. */
async function counts(name: string, call: object = ADMIN): Promise<Readonly<Record<string, number>>> {
  const { text } = await bench.call('GET', '/metrics', call);
  const rows = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, 'gm'))].filter(
    ([, , n]) => n !== '0',
  );
  return Object.fromEntries(
    rows.map(([, labels = '', count]) => [
      labels.replace(/,?tenant="[^"]*",?/, '').replaceAll(/\w+=|"/g, ''),
      Number(count),
    ]),
  );
}

const ended = (call?: object) => counts('apply_forms_ended_total', call);
const dropped = () => counts('apply_beacons_dropped_total');

test('each end of a form is counted by outcome and state, and answered with nothing', async () => {
  for (const words of ['default left ready', 'default left ready', 'default timed_out error'])
    expect(await tell(words)).toMatchObject({ status: 204, text: '' });
  expect(await ended()).toEqual({ 'left,ready': 2, 'timed_out,error': 1 });
});

test.each([
  ['token_expired', 'refused'],
  ['origin_not_allowed', 'refused'],
  ['not_found', 'refused'],
  ['service_unavailable', 'load_failed'],
  ['bad_document', 'load_failed'],
  ['offline', 'load_failed'],
  ['bad_setup', 'load_failed'],
  ['policy', 'policy'],
  ['unsupported_browser', 'unsupported_browser'],
])('a form that could not be opened for %s counts as %s', async (code, outcome) => {
  await tell(`default ${code} error`);
  expect(await ended()).toEqual({ [`${outcome},error`]: 1 });
});

test.each([
  ['a word that is no outcome', 'default hello ready', 400],
  ['a state that is none', 'default left nowhere', 400],
  ['a word more', 'default left ready now', 400],
  ['nothing', '', 400],
  ['labels of its own', 'default left ready"} 1', 400],
  ['more than 200 bytes', `default left ready${' '.repeat(200)}`, 413],
])('%s is not counted as an end', async (_name, words, status) => {
  expect((await tell(words)).status).toBe(status);
  expect(await ended()).toEqual({});
  expect(await dropped()).toEqual({ unreadable: 1 });
});

test('whatever is sent, there are no more series than outcomes times states', async () => {
  const strange = (count: number) => `${'x'.repeat(count % 40)}${count}`;
  for (let count = 0; count < 60; count += 1)
    await tell(
      `${strange(count)} ${endOutcomes[count % 6]} ${endStates[count % 10]}${count % 3 ? '' : strange(count)}`,
    );
  expect(Object.keys(await ended()).length).toBeLessThanOrEqual(endOutcomes.length * endStates.length);
  expect(bench.log).toEqual([]);
});

test('nothing of who sent it is logged or told', async () => {
  await tell('default left ready', { referer: 'https://careers.example.com/secret', cookie: 'a=secret' });
  expect(bench.log).toEqual([]);
  const { text } = await bench.call('GET', '/metrics', ADMIN);
  expect(text).not.toMatch(/secret|127\.0\.0\.1/);
});

describe('of a server with origins', () => {
  beforeEach(async () => {
    await bench.close();
    bench = await startBench({ APPLY_ORIGINS: 'https://careers.example.com' });
  });

  test.each(['https://elsewhere.example', 'null'])(
    'a page of %s, whose form is refused, is counted, and may read no reply',
    async (origin) => {
      const { status, headers } = await tell('default origin_not_allowed error', { origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, null]);
      // Else the browser of that page tells of a reply that it may not have.
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(await ended()).toEqual({ 'refused,error': 1 });
    },
  );

  test('it opens no other door to that page', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect((await bench.call('GET', '/beacons', { headers })).status).toBe(403);
    expect((await bench.call('POST', '/beacons/x', { headers })).status).toBe(403);
  });
});

describe('of a server with two tenants', () => {
  const key = (name: string) => ({ headers: { authorization: `Bearer key-of-${name}` } });
  beforeEach(async () => {
    await bench.close();
    bench = await startBench({
      APPLY_CONFIG: JSON.stringify({
        tenants: { one: { adminKey: 'key-of-one' }, two: { adminKey: 'key-of-two', beacons: 'off' } },
      }),
    });
  });

  test('each sees its own; one that has them off counts none', async () => {
    await tell('one left ready');
    await tell('two left ready');
    expect(await ended(key('one'))).toEqual({ 'left,ready': 1 });
    expect(await ended(key('two'))).toEqual({});
  });

  test('a tenant that is not there is counted for none', async () => {
    expect((await tell('three left ready')).status).toBe(204);
    expect([await ended(key('one')), await ended(key('two'))]).toEqual([{}, {}]);
    expect(await counts('apply_beacons_dropped_total', key('one'))).toEqual({ unknown_tenant: 1 });
  });
});

test('a name that is not there is the only tenant: its token does not tell a browser whose it is', async () => {
  await tell('another left ready');
  expect(await ended()).toEqual({ 'left,ready': 1 });
});

test('with APPLY_BEACONS=off nothing is counted, and forms are told to send none', async () => {
  const readMeta = async () => (await bench.readForm(await bench.apply('engineer'))).json.meta;
  expect(await readMeta()).toMatchObject({ beacons: 'default' });
  await bench.close();
  bench = await startBench({ APPLY_BEACONS: 'off' });
  expect(await tell('default left ready')).toMatchObject({ status: 204, text: '' });
  expect(await ended()).toEqual({});
  expect(await readMeta()).toMatchObject({ beacons: null });
});
