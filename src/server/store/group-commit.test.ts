import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import { deepUnless } from '../../deep-unless.support.ts';
import type { NewItem, NewSubmission } from '../ledger/record.ts';
import { atomically } from './engine.ts';
import { createGroupCommit } from './group-commit.ts';
import { createWriteSubmissions } from './inserts.ts';
import { type OpenStore, openStore } from './open-store.ts';

let server: RunningPostgres;
let folder: string;
const opened: OpenStore[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apply-store-'));
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  server = started.value;
});
afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
  await server.stop();
});

async function openAt(address: string): Promise<OpenStore> {
  const store = await openStore(address);
  if (!store.ok) throw new Error(store.error);
  opened.push(store.value);
  return store.value;
}

const engines: readonly (readonly [string, () => Promise<OpenStore>])[] = [
  ['a libsql file', () => openAt(`file:${folder}/${opened.length}.db`)],
  ['Postgres', async () => openAt(await server.addDatabase())],
];

const key = (name: string) => ({ tenant: tenant('acme'), subject: subject(name) });

const item: NewItem = {
  ...{ question: questionId('a'), part: 0, place: 0, parent: null },
  ...{ fingerprint: 'fingerprint', payload: new Uint8Array(9), files: [] },
};

const submission = (name: string, items: readonly NewItem[] = [item]): NewSubmission => ({
  key: key(name),
  reference: reference(name),
  fingerprint: name,
  revision: revision('revision'),
  application: applicationId(name),
  job: null,
  items,
});

/** The store takes an item of one name once. */
const impossible = (name: string) => submission(name, [item, item]);

const names = Array.from({ length: 100 }, (_, place) => `${place}`);

for (const [name, open] of engines)
  describe(`on ${name}`, deepUnless(name !== 'Postgres'), () => {
    const begin = async () => {
      const { engine, ledger } = await open();
      const write = createWriteSubmissions(engine);
      return { ledger, write, ...engine, insert: createGroupCommit(engine.database, write) };
    };

    test('a hundred that come at once are written in two transactions', async () => {
      const { database, insert, ledger } = await begin();
      const transactions = vi.spyOn(database, 'startTransaction');
      const inserted = await Promise.all(names.map((name) => insert(submission(name))));
      expect(inserted.map((one) => one?.key)).toEqual(names.map(key));
      expect(transactions).toHaveBeenCalledTimes(2);
      for (const name of names) expect((await ledger.find(key(name)))?.items).toHaveLength(1);
    });

    test('one that cannot be written fails alone', async () => {
      const { insert, ledger } = await begin();
      const group = [submission('before'), impossible('impossible'), submission('after')];
      const outcomes = await Promise.allSettled(group.map(insert));
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const found = await Promise.all(group.map((one) => ledger.find(one.key)));
      expect(found.map((one) => one?.fingerprint ?? null)).toEqual(['before', null, 'after']);
    });

    test('without a savepoint it would take the others with it', async () => {
      const { database, write, ledger } = await begin();
      const group = [submission('before'), impossible('impossible'), submission('after')];
      await expect(atomically(database, (transaction) => write(transaction, group))).rejects.toThrow();
      for (const one of group) expect(await ledger.find(one.key)).toBeNull();
    });

    test('when the store is gone, each of them fails, and the next ones are tried again', async () => {
      const { database, insert } = await begin();
      const gone = vi.spyOn(database, 'startTransaction').mockImplementationOnce(() => {
        throw new Error('The store is gone.');
      });
      const outcomes = await Promise.allSettled(names.slice(0, 3).map((name) => insert(submission(name))));
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      gone.mockRestore();
      expect(await insert(submission('later'))).not.toBeNull();
    });
  });
