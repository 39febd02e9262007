import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { reference, subject, tenant } from './core/model/ids.ts';
import { STAGED_FOR } from './server/files/staging.ts';
import { RETENTION } from './server/ledger/record.ts';
import { LESSON_KEPT } from './server/ports.ts';
import { CODE_KEPT, REVOCATION_KEPT } from './server/session-store.ts';
import { openStore } from './server/store/open-store.ts';

const page = readFileSync(new URL('../public/docs/privacy.md', import.meta.url), 'utf8');
const DAY = 86_400_000;
const days = (milliseconds: number) => `${milliseconds / DAY} days`;

/** Returns the retention period in a row of the page's table. */
const periodOf = (what: string): string =>
  page
    .split('\n')
    .find((line) => line.startsWith(`| ${what}`))
    ?.split(' | ')
    .at(-1) ?? '';

/** The row of the page for each kind of data with its own retention period. */
const rows: Readonly<Record<string, string>> = {
  payloads: 'Answers',
  fingerprints: 'Record of a submission',
  consents: 'Consents',
};

test.each<readonly [string, string]>([
  ...Object.entries(RETENTION).map(([kind, time]) => [rows[kind] ?? kind, days(time)] as const),
  ['Staged files', `${(STAGED_FOR / DAY) * 24} hours`],
  ['Staged files', days(RETENTION.fingerprints)],
  ['What jobs demanded', days(LESSON_KEPT)],
  ['Codes of links', CODE_KEPT === DAY ? 'a day' : days(CODE_KEPT)],
  ['Revoked sessions', days(REVOCATION_KEPT)],
])('the privacy page gives the retention period of the code for "%s": %s', (what, time) => {
  expect(periodOf(what)).toContain(time);
});

test('the privacy page names the commands that find, export and erase a person', () => {
  const words = [...page.matchAll(/apply-form-server attention (\w+)/g)].map(([, word]) => word);
  expect(new Set(words)).toEqual(new Set(['find', 'export', 'erase']));
});

test('the SQL statement of the privacy page deletes the consents of one reference', async () => {
  const [, statement = ''] = /(DELETE FROM .*;)/.exec(page) ?? [];
  const [, named = ''] = /'(.*)'/.exec(statement) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'apply-page-'));
  const store = await openStore(`file:${join(folder, 'store')}`);
  onTestFinished(async () => {
    if (store.ok) await store.value.close();
    rmSync(folder, { recursive: true });
  });
  if (!store.ok) throw new Error(store.error);
  const { engine, ledger } = store.value;
  const row = {
    tenant: tenant('default'),
    id: 'pool',
    version: '1',
    hash: 'abc',
    language: 'en',
    given_at: 1,
  };
  for (const id of [named, 'other'])
    await engine.database
      .insertInto('consent')
      .values({ ...row, subject: subject(id), reference: reference(id) })
      .execute();
  await sql.raw(statement).execute(engine.database);
  const countConsents = async (id: string) =>
    (await ledger.findConsents(row.tenant, { reference: reference(id) })).length;
  expect([named, await countConsents(named), await countConsents('other')]).toEqual(['K7M2-Q9XD-40TB', 0, 1]);
});
