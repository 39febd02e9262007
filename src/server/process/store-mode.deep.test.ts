import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Environment, withImpliedMode } from './configuration/variables.ts';
import type { ServerLog } from './log.ts';
import { startServer } from './start-server.ts';

const ignore = () => undefined;
const silent: ServerLog = { warn: ignore, error: ignore, note: ignore };
const service = { APPLY_SERVICE_URL: 'http://127.0.0.1:9', APPLY_SERVICE_KEY: 'key' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-mode-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As `npm start`: without a service it is the sandbox. Empty: it started. */
async function start(environment: Environment) {
  const given = {
    PORT: '0',
    APPLY_STORE: `file:${join(folder, 'apply.db')}`,
    APPLY_SECRET: 'a secret of thirty-two characters',
    ...environment,
  };
  const started = await startServer(withImpliedMode(given), { log: silent });
  if (!started.ok) return started.error.join('\n');
  await started.value.close();
  return '';
}

test('a store of a service is refused to a start that forgot to name the service, and serves the service again', async () => {
  expect(await start(service)).toBe('');
  for (const forgotten of [{}, { APPLY_MODE: 'sandbox' }])
    expect(await start(forgotten)).toMatch(/^APPLY_STORE is the store of a recruitment service, .*another/);
  expect(await start(service)).toBe('');
});

test('a store of a sandbox goes on as its store, and is refused to a service', async () => {
  expect([await start({}), await start({})]).toEqual(['', '']);
  expect(await start(service)).toMatch(/^APPLY_STORE is the store of a sandbox, .*another/);
});
