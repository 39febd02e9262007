import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { type Environment, withImpliedMode } from './configuration/variables.ts';
import type { ServerLog } from './log.ts';
import { startServer } from './start-server.ts';

const ignore = () => undefined;
const silent: ServerLog = { warn: ignore, error: ignore, note: ignore };
const service = { APPLY_SERVICE_URL: 'http://127.0.0.1:9', APPLY_SERVICE_KEY: 'key' };

let postgres: RunningPostgres;
beforeAll(async () => {
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(() => postgres.stop());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-mode-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As `npm start`: without a service it is the sandbox. Empty: it started. */
async function start(store: string, environment: Environment) {
  const given = {
    PORT: '0',
    APPLY_STORE: store,
    APPLY_SECRET: 'a secret of thirty-two characters',
    ...environment,
  };
  const started = await startServer(withImpliedMode(given), { log: silent });
  if (!started.ok) return started.error.join('\n');
  await started.value.close();
  return '';
}

for (const kind of ['file', 'postgres'] as const)
  describe(`a store in a ${kind}`, () => {
    const make = async () =>
      kind === 'file' ? `file:${join(folder, 'apply.db')}` : await postgres.addDatabase();

    test('of a service is refused to a start that forgot to name the service, and serves the service again', async () => {
      const store = await make();
      expect(await start(store, service)).toBe('');
      expect(await start(store, {})).toMatch(/^APPLY_STORE is the store of a recruitment service, .*another/);
      expect(await start(store, { APPLY_MODE: 'sandbox' })).toMatch(/^APPLY_STORE is the store/);
      expect(await start(store, service)).toBe('');
    });

    test('of a sandbox goes on as its store, and is refused to a service', async () => {
      const store = await make();
      expect(await start(store, {})).toBe('');
      expect(await start(store, {})).toBe('');
      expect(await start(store, service)).toMatch(/^APPLY_STORE is the store of a sandbox, .*another/);
    });
  });
