import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenBench, openBench } from './server.support.ts';

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

test.each(['apply.db', 'apply.db-files'])('gives no receipt without %s, and logs it once', async (name) => {
  const visitors = [await bench.apply('one-of-each'), await bench.apply('one-of-each')];
  await rm(join(folder, name), { recursive: true });
  for (const visitor of visitors) {
    const reply = await bench.send(visitor, [['2002', { text_answer: 'Nurse' }]]);
    expect([reply.status, reply.json.errors[0].code]).toEqual([503, 'service_unavailable']);
  }
  expect((await bench.call('GET', '/readyz', { token: 'sandbox-admin' })).status).toBe(503);
  await expect.poll(() => bench.log.filter((line) => line.includes('store_failed')).length).toBe(1);
  for (const { application } of visitors) expect(bench.posts(application)).toEqual([]);
});
