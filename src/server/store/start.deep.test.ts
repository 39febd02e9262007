import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { applicationId, fileId, jobId, questionId } from '../../core/model/ids.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import type { ItemChange } from '../ledger/record.ts';
import { open, useFolder, usePostgres } from './engines.support.ts';
import type { OpenStore } from './open-store.ts';
import { keyOf, newItem, newSubmission } from './samples.support.ts';
import { countUnopenable } from './start.ts';

const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
const [olds, youngs, both] = [createCipher([old]), createCipher([young]), createCipher([young, old])];
const application = { question: null, part: 0 } as const;
const answered = { question: questionId('1'), part: 0 } as const;

const folder = useFolder();
const postgres = usePostgres();
let files = 0;

const engines: readonly (readonly [string, () => Promise<string>])[] = [
  ['a libsql file', async () => `file:${join(folder, `${++files}.db`)}`],
  ['Postgres', () => postgres().addDatabase()],
];

describe.each(engines)('the count of payloads in %s that the secrets cannot open', (_name, addressOf) => {
  let store: OpenStore;
  beforeEach(async () => {
    store = await open(await addressOf());
    return () => store.close();
  });

  const count = (cipher: Cipher) => countUnopenable(store.engine.database, cipher);

  async function insert(name: string, cipher: Cipher): Promise<void> {
    const payload = cipher.seal(name, Buffer.from(name));
    const items = [newItem(null, { payload }), newItem('1', { place: 1, payload })];
    await store.ledger.insert(newSubmission({ key: keyOf(name), job: jobId('1'), application: null, items }));
  }

  const settle = (name: string, item: typeof application | typeof answered, change: ItemChange) =>
    store.ledger.changeItem(keyOf(name), { ...item, version: 0 }, change);

  test('counts a submission once when its secret is missing', async () => {
    expect(await count(youngs)).toBe(0);
    await insert('one', olds);
    await insert('two', olds);
    await insert('three', youngs);
    expect([await count(youngs), await count(olds), await count(both)]).toEqual([2, 1, 0]);
  });

  test('counts parked answers, but neither delivered nor wiped ones', async () => {
    for (const name of ['delivered', 'parked', 'wiped']) {
      await insert(name, olds);
      await settle(name, application, { state: 'delivered', payload: null });
    }
    await settle('delivered', answered, { state: 'delivered', payload: null });
    await settle('parked', answered, { state: 'parked' });
    await settle('wiped', answered, { state: 'parked', payload: null });
    expect(await count(youngs)).toBe(1);
  });

  test('counts a created application until its submission is settled', async () => {
    await insert('one', youngs);
    await settle('one', application, {
      state: 'delivered',
      serviceId: applicationId('99'),
      payload: olds.seal('one', Buffer.from('99')),
    });
    expect(await count(youngs)).toBe(1);
    await sql`update submission set settled_at = 1`.execute(store.engine.database);
    expect(await count(youngs)).toBe(0);
  });

  test('counts a file while a submission uses it', async () => {
    const row = { ...keyOf('one'), size: 1 };
    const about = Buffer.from(olds.seal('about', Buffer.from('[]')));
    const insertFile = (
      upload: string,
      change: { readonly held: number; readonly state: 'here' | 'delivered' },
    ) =>
      store.engine.database
        .insertInto('file')
        .values({ ...row, upload, file: fileId(upload), about, kept_until: 1, ...change })
        .execute();
    await insertFile('waiting', { held: 0, state: 'here' });
    await insertFile('gone', { held: 1, state: 'delivered' });
    expect(await count(youngs)).toBe(0);
    await insertFile('held', { held: 1, state: 'here' });
    expect([await count(youngs), await count(olds)]).toEqual([1, 0]);
  });
});
