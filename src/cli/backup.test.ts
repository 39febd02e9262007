import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Disturbance } from '../sandbox/control/faults.ts';
import { systemClock } from '../server/clock.ts';
import { file, keysOf, read } from '../server/files/staging.support.ts';
import { openStaging } from '../server/files/staging.ts';
import { createCipher } from '../server/ledger/cipher.ts';
import { callAt, openServed } from '../server/process/served-sandbox.support.ts';
import { type Sent, sessionBody, submissionBody } from '../server/process/server.support.ts';
import { openStore } from '../server/store/open-store.ts';
import { backup } from './backup.ts';
import { runCommand } from './run-command.support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apply-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'apply.db');
const back = (to = join(folder, 'to'), store = `file:${path()}`) =>
  runCommand(backup, ['--to', to], { environment: { APPLY_STORE: store } });
const cipher = createCipher(['s'.repeat(32)]);
const key = keysOf('acme')('one');

async function open(at = path()) {
  const store = await openStore(`file:${at}`);
  if (!store.ok) throw new Error(store.error);
  const staging = openStaging(store.value, { cipher, clock: systemClock });
  const close = async () => {
    await staging.close();
    await store.value.close();
  };
  return { staging, close };
}

const modeOf = (...names: string[]) => (statSync(join(folder, ...names)).mode & 0o777).toString(8);

test('copies a running store and its files for this account only, and overwrites nothing', async () => {
  const { staging, close } = await open();
  await staging.put(key, file('1'));
  expect(await back()).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'to')).sort()).toEqual(['apply.db', 'apply.db-files']);
  expect(['to', 'to/apply.db', 'to/apply.db-files'].map((name) => modeOf(name))).toEqual([
    '700',
    '600',
    '700',
  ]);
  const again = await back();
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')]);
  await close();
  const copy = await open(join(folder, 'to', 'apply.db'));
  expect(await read(copy.staging, key, '1')).toBe('content');
  await copy.close();
});

test('a server started on a backup delivers its open answers, and sends nothing twice', {
  tags: 'deep',
}, async () => {
  let isDown = false;
  const served = await openServed((_request, response) => {
    if (isDown) response.destroy();
    return isDown;
  });
  const admin = 'admin-key-of-the-server-to-back-up';
  const environment = { APPLY_ADMIN_KEY: admin, APPLY_SECRET: 's'.repeat(32) };
  await served.restart(environment);
  const call = (line: readonly string[], body?: unknown) => callAt(served.address(), line, body);
  const visit = async () => {
    const application = served.sandbox.applyTo('one-of-each');
    const { json } = await call(['POST', '/sessions', admin], sessionBody({ application }));
    const { token } = json.data.attributes;
    const { revision } = (await call(['GET', '/api/v1/questions', token])).json.meta;
    const send = async (...answers: readonly Sent[]) => {
      const { json } = await call(['POST', '/submissions', token], submissionBody(answers, { revision }));
      return async () =>
        (await call(['GET', `/submissions/${json.data.id}`, token])).json.data.attributes.state;
    };
    return { application, send };
  };
  const values = ({ application }: { readonly application: string }) =>
    served.sandbox.answers(application).map(({ value }) => value);
  const disturb = (...all: Disturbance[]) => served.sandbox.setFaults({ disturb: all });
  const visits = [await visit(), await visit(), await visit()] as const;
  const [unclear, delivered, waiting] = visits;
  disturb({ path: '/api/v1/answers', reply: 500, commit: 'now', requests: 1 });
  const states = [await unclear.send(['2002', { text_answer: 'Nurse' }])];
  await expect.poll(() => values(unclear)).toEqual(['Nurse']);
  isDown = true;
  states.push(await delivered.send(['2002', { text_answer: 'Midwife' }]));
  states.push(await waiting.send(['2003', { text_answer: 'Surgeon' }]));
  const to = join(served.folder, 'copy');
  expect(await back(to, `file:${join(served.folder, 'apply.db')}`)).toMatchObject({ code: 0, stderr: '' });
  // The copy does not know what the original sends from now on.
  disturb({ path: '/api/v1/answers', question: '2003', reply: 503 });
  isDown = false;
  await expect.poll(() => values(delivered), { timeout: 10_000 }).toEqual(['Midwife']);
  await served.stop();
  disturb();
  await served.restart(environment, join('copy', 'apply.db'));
  for (const state of states) await expect.poll(state, { timeout: 10_000 }).toBe('complete');
  expect(visits.map(values)).toEqual([['Nurse'], ['Midwife'], ['Surgeon']]);
  await served.close();
});

test('refuses an incomplete backup and leaves no part of it', { tags: 'deep' }, async () => {
  const { staging, close } = await open();
  await staging.put(key, file('1'));
  for (const name of readdirSync(`${path()}-files`)) rmSync(join(`${path()}-files`, name));
  const made = await back();
  expect([made.code, made.stderr]).toEqual([
    2,
    expect.stringContaining('1 file that the store needs is not in'),
  ]);
  expect(readdirSync(join(folder, 'to'))).toEqual([]);
  await close();
});

test('says in a sentence why a store cannot be backed up', async () => {
  expect((await back()).stderr).toBe(`There is no store at ${path()}.`);
  writeFileSync(path(), 'something else'.repeat(100));
  expect((await back()).stderr).toBe(`The backup of ${path()} failed: file is not a database.`);
  mkdirSync(join(folder, 'place'));
  writeFileSync(join(folder, 'place', 'file'), '');
  expect((await back(join(folder, 'place', 'file'))).stderr).toContain('ENOTDIR');
});

test('prints the commands for Postgres, without the password', async () => {
  const { code, stdout } = await back(folder, 'postgres://apply:hidden@db.example.com/apply');
  expect(code).toBe(0);
  expect(stdout).toContain(
    `pg_dump --format=custom --file='${folder}/apply-form.dump' 'postgres://apply@db.example.com/apply'`,
  );
  expect(stdout).toContain('pg_restore');
  expect(stdout).not.toContain('hidden');
});

test.each<readonly [string, Readonly<Record<string, string>>, string]>([
  ['', {}, '--to is missing: the folder for the backup.\nUsage:'],
  ['--to x', { APPLY_MODE: 'sandbox' }, 'temporary file'],
  // A misspelt name must not make a backup of the default store.
  ['--to x', { APPLY_STOR: 'file:other.db' }, 'APPLY_STOR is not a variable of Apply Form'],
  ['--to x', { APPLY_STORE_FIEL: 'other' }, 'APPLY_STORE_FIEL is not a variable of Apply Form'],
])('"%s" with %j makes no backup', async (line, environment, sentence) => {
  expect(await runCommand(backup, line, { environment })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});
