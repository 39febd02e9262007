import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import {
  applicationId,
  fileId,
  jobId,
  questionId,
  reference,
  revision,
  subject,
  tenant,
} from '../../../core/model/ids.ts';
import { giveTurn } from '../../clock.ts';
import { type Cipher, createCipher } from '../cipher.ts';
import type { ItemChange, NewItem, StoredRecord } from '../ledger-store.ts';
import { answersOf, nextStep } from '../next-step.ts';
import { openAnswer, openApplication, openDestination } from '../payload.ts';
import { bindOlder, olderContext } from './bind-older.ts';
import { backToVersionFour } from './older-tables.support.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { countUnopenable } from './sealed-work.ts';

const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
const [olds, youngs, both] = [createCipher([old]), createCipher([young]), createCipher([young, old])];
const acme = tenant('acme');
const application = { question: null, part: 0 } as const;
const answered = { question: questionId('1'), part: 0 } as const;

const folder = mkdtempSync(join(tmpdir(), 'apply-sealed-'));
let postgres: RunningPostgres;
let files = 0;
beforeAll(async () => {
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const engines: readonly (readonly [string, () => Promise<string>])[] = [
  ['a libsql file', async () => `file:${join(folder, `${++files}.db`)}`],
  ['Postgres', () => postgres.addDatabase()],
];

describe.each(engines)('what is sealed in %s', (_name, addressOf) => {
  let store: OpenStore;
  let address: string;
  beforeEach(async () => {
    address = await addressOf();
    const opened = await openStore(address);
    if (!opened.ok) throw new Error(opened.error);
    store = opened.value;
    return () => store.close();
  });

  const count = (cipher: Cipher) => countUnopenable(store.engine.database, cipher);

  async function insert(name: string, cipher: Cipher): Promise<void> {
    const items = [application, answered].map(
      (item, place): NewItem => ({
        ...item,
        place,
        parent: null,
        fingerprint: name,
        payload: cipher.seal(name, Buffer.from(name)),
        files: [],
      }),
    );
    const key = { tenant: acme, subject: subject(name) };
    const whole = { reference: reference(name), fingerprint: name, revision: revision('r'), job: jobId('1') };
    await store.ledger.insert({ key, ...whole, application: null, items });
  }

  const settle = (name: string, item: typeof application | typeof answered, change: ItemChange) =>
    store.ledger.settle({ tenant: acme, subject: subject(name) }, { ...item, version: 0 }, change);

  test('an empty store can be opened with any secret', async () => {
    expect(await count(youngs)).toBe(0);
  });

  test('a submission counts once, for those alone who have not its secret', async () => {
    await insert('one', olds);
    await insert('two', olds);
    await insert('three', youngs);
    expect([await count(youngs), await count(olds), await count(both)]).toEqual([2, 1, 0]);
  });

  test('what is delivered or wiped counts no more, what is parked does', async () => {
    for (const name of ['delivered', 'parked', 'wiped']) {
      await insert(name, olds);
      await settle(name, application, { state: 'delivered', payload: null });
    }
    await settle('delivered', answered, { state: 'delivered', payload: null });
    await settle('parked', answered, { state: 'parked' });
    await settle('wiped', answered, { state: 'parked', payload: null });
    expect(await count(youngs)).toBe(1);
  });

  test('an application that was made counts until its submission is settled', async () => {
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

  test('a file counts while a submission holds it', async () => {
    const row = { tenant: acme, subject: subject('one'), file: fileId('f'), size: 1, has_bytes: 1 };
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

  describe('by an earlier release, without its destination', () => {
    const keyOf = (name: string) => ({ tenant: acme, subject: subject(name) });
    const seal = (name: string, item: Pick<NewItem, 'question' | 'part'>, content: unknown) =>
      olds.seal(olderContext(keyOf(name), item), Buffer.from(JSON.stringify(content)));

    /** The application of the first was made before; of the second it is yet to be. */
    async function openOlder(): Promise<void> {
      const value = { kind: 'text', text: 'Nurse' };
      for (const name of ['made', 'yet to be made']) {
        const answer = {
          ...answered,
          payload: seal(name, answered, { value, title: 'a', type: 'short_text' }),
        };
        const making = { ...application, payload: seal(name, application, { kind: 'job', job: '1' }) };
        const items = [making, answer].map(
          (item, place): NewItem => ({
            ...{ ...item, place, parent: null, fingerprint: name, files: [] },
          }),
        );
        const whole = { reference: reference(name), fingerprint: name, revision: revision('r') };
        await store.ledger.insert({ key: keyOf(name), ...whole, job: jobId('1'), application: null, items });
      }
      await settle('made', application, { state: 'delivered', payload: null, serviceId: '99' });
      await backToVersionFour(store.engine.database);
      await store.close();
      const opened = await openStore(address);
      if (!opened.ok) throw new Error(opened.error);
      store = opened.value;
    }

    const find = async (name: string): Promise<StoredRecord> => {
      const record = await store.ledger.find(keyOf(name));
      if (record === null) throw new Error(`${name} is gone.`);
      return record;
    };
    const answerIn = (record: StoredRecord) =>
      answersOf(record).map((item) => {
        const opened = openAnswer(both, record, item);
        return opened.ok ? opened.value.value : opened.error;
      });

    const first = ({ items: [item] }: StoredRecord) => item ?? { payload: null, files: [] };

    test('is bound to what its row says at the first start, and to nothing else', async () => {
      await openOlder();
      expect(await count(youngs)).toBe(2);
      await Promise.all([bindOlder(store.engine, both), bindOlder(store.engine, both)]);
      const [made, unmade] = [await find('made'), await find('yet to be made')];
      expect(openApplication(both, made)).toEqual({ ok: true, value: '99' });
      expect(openDestination(both, unmade, first(unmade))).toMatchObject({ ok: true });
      for (const record of [made, unmade]) {
        expect(answerIn(record)).toEqual([{ kind: 'text', text: 'Nurse' }]);
        expect(answerIn({ ...record, job: jobId('2') })).toEqual(['misdirected']);
      }
      // Sealed by the first of the secrets: the old one is needed no more.
      expect(await count(youngs)).toBe(0);
    });

    test('control: not bound, it would not be sent', async () => {
      await openOlder();
      expect(answerIn(await find('made'))).toEqual(['misdirected']);
    });

    test('is bound once: what is put into the row of it later stays shut', async () => {
      await openOlder();
      await bindOlder(store.engine, both);
      const { version = 0 } = answersOf(await find('made'))[0] ?? {};
      const payload = seal('made', answered, { value: { kind: 'text', text: 'x' } });
      await store.ledger.settle(keyOf('made'), { ...answered, version }, { payload });
      await bindOlder(store.engine, both);
      expect(answerIn(await find('made'))).toEqual(['misdirected']);
    });

    /** As a process of that release writes down what its POST, or its look, has made. */
    const settleOlder = (version: number) =>
      sql`update item set state = 'delivered', payload = null, service_id = '98', version = version + 1
        where subject = 'yet to be made' and question = '' and version = ${version}`;

    const beUnderWay = (state: 'sending' | 'unclear') =>
      sql`update item set state = ${state}, version = 5, marked_at = 7, due_at = 8
        where subject = 'yet to be made' and question = ''`.execute(store.engine.database);

    test.each(['sending', 'unclear'] as const)(
      'is looked for by its reference where its application is %s, as that release would write it down unbound',
      async (state) => {
        await openOlder();
        await beUnderWay(state);
        await bindOlder(store.engine, both);
        expect((await settleOlder(5).execute(store.engine.database)).numAffectedRows).toBe(0n);
        const record = await find('yet to be made');
        expect(record.items[0]).toMatchObject({ state: 'unclear', version: 6, markedAt: 7, dueAt: 8 });
        expect(nextStep(record, { now: 8, quiet: 0, lingerFor: 0, hasTag: false })).toMatchObject({
          kind: 'find',
        });
        expect(openDestination(both, record, first(record))).toMatchObject({ ok: true });
      },
    );

    test('is read again where that release settles it just then', async () => {
      await openOlder();
      await beUnderWay('sending');
      const { database } = store.engine;
      let binding: Promise<void> | undefined;
      await database.transaction().execute(async (transaction) => {
        await settleOlder(5).execute(transaction);
        binding = bindOlder(store.engine, both);
        // It has read by now, and waits; had it not, it would find it settled, which is right as well.
        await giveTurn();
      });
      await binding;
      expect(openApplication(both, await find('yet to be made'))).toEqual({ ok: true, value: '98' });
    });

    test('is written down by that release where its answer is under way', async () => {
      await openOlder();
      await sql`update item set state = 'sending', version = 5 where question <> ''`.execute(
        store.engine.database,
      );
      await bindOlder(store.engine, both);
      expect(answersOf(await find('made'))[0]).toMatchObject({ state: 'sending', version: 5 });
    });

    test('is taken up by its processes no more, which could not read what is sealed from now on', async () => {
      await openOlder();
      const taking = sql`update submission set lease_owner = 'older' where tenant = ${acme} and subject in (
        select subject from submission order by served_at limit 1)`;
      await expect(taking.execute(store.engine.database)).rejects.toThrow('served_at');
    });
  });
});
