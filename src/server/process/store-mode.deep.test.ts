import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { tenant } from '../../core/model/ids.ts';
import { openStore } from '../store/open-store.ts';
import { type Environment, withImpliedMode } from './configuration/variables.ts';
import type { ServerLog } from './log.ts';
import { callAt } from './served-sandbox.support.ts';
import { sessionBody, submissionBody } from './server.support.ts';
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
async function start(store: string, environment: Environment, act = async (_address: string) => {}) {
  const given = {
    PORT: '0',
    APPLY_STORE: store,
    APPLY_SECRET: 'a secret of thirty-two characters',
    ...environment,
  };
  const started = await startServer(withImpliedMode(given), { log: silent });
  if (!started.ok) return started.error.join('\n');
  await act(started.value.address);
  await started.value.close();
  return '';
}

async function apply(address: string): Promise<void> {
  const session = await callAt(address, ['POST', '/demo/sessions'], sessionBody({ form: 'one-of-each' }));
  const { token } = session.json.data.attributes;
  const { revision } = (await callAt(address, ['GET', '/api/v1/questions', token])).json.meta;
  const body = submissionBody([['2002', { text_answer: 'Nurse' }]], { revision });
  expect((await callAt(address, ['POST', '/submissions', token], body)).status).toBe(202);
}

async function withStore(address: string, act: (store: Opened) => Promise<unknown>): Promise<void> {
  const store = await openStore(address);
  if (!store.ok) throw new Error(store.error);
  await act(store.value);
  await store.value.close();
}
type Opened = Extract<Awaited<ReturnType<typeof openStore>>, { ok: true }>['value'];

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

    test('of a sandbox goes on as its store, and is refused to a service as soon as it holds a submission', async () => {
      const store = await make();
      expect(await start(store, {}, apply)).toBe('');
      expect(await start(store, {})).toBe('');
      const refusal = /^APPLY_STORE is the store of a sandbox with 1 submission in it, .*another/;
      expect(await start(store, service)).toMatch(refusal);
    });

    test('of a sandbox that holds no submission becomes that of a service, without the forms of the sandbox', async () => {
      const store = await make();
      expect(await start(store, {})).toBe('');
      await withStore(store, ({ trees }) => trees.write(tenant('default'), 'form', '{}'));
      expect(await start(store, service)).toBe('');
      await withStore(store, async ({ engine }) => {
        expect(await engine.database.selectFrom('tree').selectAll().execute()).toEqual([]);
      });
      expect(await start(store, {})).toMatch(/^APPLY_STORE is the store of a recruitment service/);
    });
  });
