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

/** Starts and stops a server as `npm start` does, and returns the faults or ''. */
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

test('a start without a service is refused on the store of a service, which stays usable', async () => {
  expect(await start(service)).toBe('');
  for (const forgotten of [{}, { APPLY_MODE: 'sandbox' }])
    expect(await start(forgotten)).toMatch(/^APPLY_STORE is the store of a recruitment service, .*another/);
  expect(await start(service)).toBe('');
});

test('the store of a sandbox can be opened again by a sandbox, and not by a service', async () => {
  expect([await start({}), await start({})]).toEqual(['', '']);
  expect(await start(service)).toMatch(/^APPLY_STORE is the store of a sandbox, .*another/);
});
