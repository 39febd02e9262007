import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, sessionBody, startBench } from '../server.support.ts';
import { startServer } from '../start-server.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

test('a form before a service has no such line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apply-notice-'));
  const started = await startServer(
    {
      PORT: '0',
      APPLY_SERVICE_URL: `${bench.address}/sandbox`,
      APPLY_SERVICE_KEY: bench.sandboxKey,
      APPLY_SECRET: 'a secret of thirty-two characters',
      APPLY_PUBLIC_JOBS: '4712',
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
    },
    { log: { warn: () => undefined, error: () => undefined, note: () => undefined } },
  );
  if (!started.ok) throw new Error(started.error.join());
  const { address, close } = started.value;
  const headers = { 'content-type': 'application/vnd.api+json', origin: address };
  const body = JSON.stringify(sessionBody({ job: '4712' }));
  const session = await (await fetch(`${address}/sessions`, { method: 'POST', headers, body })).json();
  const { token } = session.data.attributes;
  const questions = await fetch(`${address}/api/v1/questions?include=conditional_questions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { meta } = await questions.json();
  await close();
  await rm(folder, { recursive: true });
  expect(meta.state).toBe('open');
  expect(meta).not.toHaveProperty('notice');
});
