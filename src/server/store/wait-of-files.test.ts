/** How long what carries files is waited for before a look at it counts: as long as its POST may take with all of them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { fileId, jobId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import { deepUnless } from '../../deep-unless.support.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'apply-files-'));
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

const SECOND_OF_BYTES = 262_144;
const uuid = (number: number) => `0000000${number}-0000-4000-8000-000000000000`;

for (const [name, addressOf] of [
  ['a libsql file', async () => `file:${join(folder, `${++files}.db`)}`],
  ['Postgres', () => postgres.addDatabase()],
] as const)
  describe(`in ${name}`, deepUnless(name !== 'Postgres'), () => {
    test.each<readonly [string, number[], [file: number, size: number, upload: number][], number]>([
      ['one', [1], [[1, 3, 1]], 3_100],
      [
        'one that was sent twice counts once, by the larger',
        [1],
        [
          [1, 3, 1],
          [1, 5, 2],
        ],
        5_100,
      ],
      [
        'others of the subject do not count',
        [2],
        [
          [1, 9, 1],
          [2, 4, 2],
        ],
        4_100,
      ],
      ['one of two of unknown size', [1, 2], [[1, 3, 1]], 900],
    ])('files: %s', async (_what, carried, known, wait) => {
      const now = 1_000_000;
      const opened = await openStore(await addressOf(), { now: () => now });
      if (!opened.ok) throw new Error(opened.error);
      const { ledger, engine, close } = opened.value;
      const key = { tenant: tenant('t'), subject: subject('s') };
      for (const [file, size, upload] of known)
        await engine.database
          .insertInto('file')
          .values({
            ...{ ...key, upload: `upload ${upload}`, file: fileId(uuid(file)), about: null, held: 1 },
            // Only one can be whole; an earlier try of it is removed.
            ...{ size: size * SECOND_OF_BYTES, kept_until: 9e12 },
            state: upload === 2 && file === 1 ? 'leaving' : 'here',
          })
          .execute();
      const items = [
        {
          ...{ question: null, part: 0, place: 0, parent: null, fingerprint: 'f', payload: null },
          files: carried.map((file) => fileId(uuid(file))),
        },
      ];
      const target = { application: null, job: jobId('7'), revision: revision('r') };
      await ledger.insert({ key, reference: reference('R'), fingerprint: 'f', ...target, items });
      await ledger.doubt({ answer: 100, file: 900 });
      expect((await ledger.find(key))?.items[0]?.dueAt).toBe(now + wait);
      await close();
    });
  });
