import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { type OpenBench, openBench, sessionBody } from './server.support.ts';
import { startServer } from './start-server.ts';

let folder: string;
let bench: OpenBench;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-lost-'));
  bench = await openBench({ APPLY_STORE: `file:${join(folder, 'apply.db')}`, APPLY_SECRET: 's'.repeat(32) });
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['apply.db', 'apply.db-files'])(
  'without %s no receipt is given, and the log says it once',
  async (name) => {
    const visitors = [await bench.apply('one-of-each'), await bench.apply('one-of-each')];
    await rm(join(folder, name), { recursive: true });
    for (const visitor of visitors) {
      const reply = await bench.send(visitor, [['2002', { text_answer: 'Nurse' }]]);
      expect([reply.status, reply.json.errors[0].code]).toEqual([503, 'service_unavailable']);
    }
    expect((await bench.call('GET', '/readyz', { token: 'sandbox-admin' })).status).toBe(503);
    await expect.poll(() => bench.log.filter((line) => line.includes('store_failed')).length).toBe(1);
    for (const { application } of visitors) expect(bench.posts(application)).toEqual([]);
  },
);

test('without its file no session is revoked, no link is made or opened, and nothing is said to be in order or unknown', async () => {
  const { application } = await bench.apply('one-of-each');
  const headers = { authorization: 'Bearer sandbox-admin' };
  const make = async (attributes: object) =>
    bench.call('POST', '/sessions', { headers, body: sessionBody(attributes) });
  const made = await make({ application, link: true });
  const { id, attributes } = made.json.data;
  const code = new URL(attributes.link).hash.replace('#code=', '');
  await rm(join(folder, 'apply.db'));
  const replies = {
    made: await make({ application, link: true }),
    opened: await make({ code, attempt: crypto.randomUUID() }),
    revoked: await bench.call('DELETE', `/sessions/${id}`, { headers }),
    attention: await bench.call('GET', '/attention', { headers }),
    'taken up again': await bench.call('POST', '/attention/R', {
      headers,
      body: { data: { type: 'attention', attributes: { action: 'retry' } } },
    }),
  };
  expect(Object.values(replies).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
});

test('one that cannot be read refuses the start in a sentence, and is let go', async () => {
  const address = `file:${join(folder, 'other.db')}`;
  const store = await openStore(address);
  if (!store.ok) throw new Error(store.error);
  await sql`drop table store_mode`.execute(store.value.engine.database);
  await store.value.close();
  const environment = {
    PORT: '0',
    APPLY_MODE: 'sandbox',
    APPLY_STORE: address,
    APPLY_SECRET: 's'.repeat(32),
  };
  const started = await startServer(environment);
  expect(started).toMatchObject({
    ok: false,
    error: [expect.stringContaining('What is open in the store cannot be read: ')],
  });
  const again = await openStore(address);
  expect(again.ok).toBe(true);
  if (again.ok) await again.value.close();
});
