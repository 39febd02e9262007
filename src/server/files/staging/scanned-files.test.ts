/** No file is given out before a scanner found it clean, wherever files lie, and whenever the scanner came. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import { fileId } from '../../../core/model/ids.ts';
import { deepUnless } from '../../../deep-unless.support.ts';
import { systemClock } from '../../clock.ts';
import { createCipher } from '../../ledger/cipher.ts';
import type { FileVerdict, Scanner, Staging } from '../../ports.ts';
import { openStore } from '../../store/open-store.ts';
import { createMemoryStaging } from '../staging.ts';
import { openStaging } from './open-staging.ts';
import { file, keysOf, read } from './staging.support.ts';

let key = keysOf('')('a');
let postgres: RunningPostgres;
let folder = '';
const closing: (() => Promise<void>)[] = [];
const one = fileId('1');

beforeAll(async () => {
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
  folder = await mkdtemp(join(tmpdir(), 'apply-scanned-'));
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  key = keysOf(crypto.randomUUID())('a');
});
afterEach(close);

async function close() {
  for (const end of closing.splice(0).reverse()) await end();
}

/** Says these words, one after the other, and the last one ever after; keeps what it was given. */
function scannerOf(...words: readonly FileVerdict[]) {
  const left = [...words];
  const asked: string[] = [];
  const scanner: Scanner = {
    async scan(tenant, { name, size, chunks }, during) {
      const bytes: Uint8Array[] = [];
      for await (const chunk of chunks()) bytes.push(chunk);
      asked.push(`${during}: ${name} ${size} ${Buffer.concat(bytes).toString()}`);
      expect(tenant).toBe(key.tenant);
      return left.length > 1 ? (left.shift() ?? 'unknown') : (left[0] ?? 'unknown');
    },
  };
  return { scanner, asked };
}

async function openAt(address: string, scanner?: Scanner): Promise<Staging> {
  const store = await openStore(address);
  if (!store.ok) throw new Error(store.error);
  closing.push(store.value.close);
  const staging = await openStaging(store.value, {
    cipher: createCipher(['s'.repeat(32)]),
    clock: systemClock,
    scanner,
  });
  closing.push(staging.close);
  return staging;
}

const ways: readonly [string, (scanner?: Scanner) => Promise<Staging>][] = [
  ['in memory', async (scanner) => createMemoryStaging(Date.now, scanner)],
  ['in a file', (scanner) => openAt(`file:${join(folder, crypto.randomUUID())}`, scanner)],
  ['on Postgres', (scanner) => openAt(postgres.address, scanner)],
];

for (const [way, open] of ways)
  describe(`files ${way}`, deepUnless(way !== 'on Postgres'), () => {
    test('that are clean are scanned once, as they come', async () => {
      const { scanner, asked } = scannerOf('clean');
      const staging = await open(scanner);
      await staging.put(key, file('1'));
      expect(await staging.scan?.(key, one)).toBe('clean');
      expect(await read(staging, key, '1')).toBe('content');
      expect(asked).toEqual(['upload: a.txt 7 content']);
    });

    test('that are infected are refused, and may come again as other ones', async () => {
      const staging = await open(scannerOf('infected', 'clean').scanner);
      expect(await staging.put(key, file('1'))).toEqual({ ok: false, error: { kind: 'infected' } });
      expect(await staging.find(key, one)).toBeNull();
      expect((await staging.put(key, file('1', 'other'))).ok).toBe(true);
    });

    test('that the scanner says nothing of are taken, and not given out before it does', async () => {
      const { scanner, asked } = scannerOf('unknown', 'unknown', 'clean', 'infected');
      const staging = await open(scanner);
      expect((await staging.put(key, file('1'))).ok).toBe(true);
      expect(await staging.hold(key, one)).toBe(true);
      await expect(staging.open(key, one)).rejects.toThrow('not scanned');
      expect(await staging.scan?.(key, one)).toBe('unknown');
      await expect(staging.open(key, one)).rejects.toThrow('not scanned');
      expect(await staging.scan?.(key, one)).toBe('clean');
      expect(await read(staging, key, '1')).toBe('content');
      expect(await staging.scan?.(key, one)).toBe('clean');
      expect(asked.slice(1)).toEqual(Array(2).fill('delivery: a.txt 7 content'));
    });

    test('that prove infected later are never given out', async () => {
      const staging = await open(scannerOf('unknown', 'infected').scanner);
      await staging.put(key, file('1'));
      expect(await staging.scan?.(key, one)).toBe('infected');
      await expect(staging.open(key, one)).rejects.toThrow('not scanned');
    });

    test('are given out at once where there is no scanner (control)', async () => {
      const staging = await open();
      await staging.put(key, file('1'));
      expect(await staging.scan?.(key, one)).toBe('clean');
      expect(await read(staging, key, '1')).toBe('content');
    });
  });

for (const [way, addressOf] of [
  ['in a file', () => `file:${join(folder, crypto.randomUUID())}`],
  ['on Postgres', () => postgres.address],
] as const)
  describe(`after a restart files ${way}`, deepUnless(way !== 'on Postgres'), () => {
    test('that came before there was a scanner are scanned before they are given out', async () => {
      const address = addressOf();
      await (await openAt(address)).put(key, file('1'));
      await close();
      const { scanner, asked } = scannerOf('clean');
      const staging = await openAt(address, scanner);
      await expect(staging.open(key, one)).rejects.toThrow('not scanned');
      expect(await staging.scan?.(key, one)).toBe('clean');
      expect(await read(staging, key, '1')).toBe('content');
      expect(asked).toEqual(['delivery: a.txt 7 content']);
    });
  });
