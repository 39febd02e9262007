/**
 * What a receipt costs: 12 text answers accepted by the ledger on its file, beside the same bytes inserted by bare
 * prepared statements into a file of their own. Both in turn, both with `synchronous=FULL`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import {
  applicationId,
  questionId,
  reference,
  revision,
  subject,
  tenant,
} from '../../../src/core/model/ids.ts';
import type { SubmissionToAccept } from '../../../src/core/model/ports.ts';
import { systemClock } from '../../../src/server/clock.ts';
import { createCipher } from '../../../src/server/delivery/cipher.ts';
import { defaultRules } from '../../../src/server/delivery/dependencies.ts';
import { createLedger, type Ledger } from '../../../src/server/delivery/ledger.ts';
import { silentLedgerLog } from '../../../src/server/delivery/ledger-log.ts';
import type { LedgerStore, StoredRecord } from '../../../src/server/delivery/ledger-store.ts';
import { createMemoryLessons } from '../../../src/server/delivery/memory-lessons.ts';
import { silentMetrics } from '../../../src/server/delivery/metrics.ts';
import { createLearnedRateLimiter } from '../../../src/server/delivery/rate-limit/learned-rate-limiter.ts';
import { openStore } from '../../../src/server/delivery/stores/open-store.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import type { Measured, RowGroup } from '../row.ts';

const WARM = 100;
const ROUNDS = 1_000;
const ANSWERS = 12;

export const receiptsRow: RowGroup = {
  name: 'receipts',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'apply-bench-'));
    const opened = await openStore(`file:${join(folder, 'apply.db')}`);
    if (!opened.ok) throw new Error(opened.error);
    try {
      return await compare(opened.value.ledger, openBare(join(folder, 'bare.db')));
    } finally {
      await opened.value.close();
      rmSync(folder, { recursive: true });
    }
  },
};

async function compare(store: LedgerStore, insertBare: InsertBare): Promise<readonly Measured[]> {
  const ledger = ledgerOn(store);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const sent = submission(round);
    const ownTime = await timeOf(() => accept(ledger, sent));
    const record = await store.find(sent.key);
    if (record === null) throw new Error('There is a receipt and nothing is stored.');
    const bareTime = await timeOf(() => insertBare(record));
    if (round < WARM) continue;
    ours.push(ownTime);
    bare.push(bareTime);
  }
  const row = 'receipts: 12 answers accepted';
  return [
    { row: `${row}, median`, widget: median(ours), handWritten: median(bare), unit: 'ms', budget: null },
    {
      row: `${row}, p99`,
      widget: percentile(ours, 0.99),
      handWritten: percentile(bare, 0.99),
      unit: 'ms',
      budget: null,
    },
    { row: `${row}, a second`, widget: rate(ours), handWritten: rate(bare), unit: '', budget: null },
  ];
}

async function accept(ledger: Ledger, sent: SubmissionToAccept): Promise<void> {
  const accepted = await ledger.accept(sent, 0);
  if (!accepted.ok) throw new Error(`No receipt: ${accepted.error.kind}`);
}

async function timeOf(act: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

const rate = (times: readonly number[]): number =>
  Math.round(1_000 / (times.reduce((sum, time) => sum + time, 0) / times.length));

/** One that delivers nothing: it is not started. */
function ledgerOn(store: LedgerStore): Ledger {
  const never = (): never => {
    throw new Error('Nothing is delivered here.');
  };
  const rateLimiter = createLearnedRateLimiter({
    clock: systemClock,
    random: Math.random,
    probe: async () => ({ kind: 'fine' }),
  });
  let references = 0;
  return createLedger({
    store,
    tenants: [acme],
    gatewayOf: never,
    rateLimiterOf: () => rateLimiter,
    cipher: createCipher(['a secret of thirty-two characters']),
    staging: { hold: async () => true, release: async () => undefined },
    clock: systemClock,
    log: silentLedgerLog,
    ledgerMetrics: silentMetrics,
    owner: 'bench',
    lessons: createMemoryLessons(Date.now),
    newReference() {
      references += 1;
      return reference(`R${references}`);
    },
    random: Math.random,
    estimate: () => null,
    rules: defaultRules,
  });
}

const acme = tenant('acme');

const submission = (round: number): SubmissionToAccept => ({
  key: { tenant: acme, subject: subject(`subject ${round}`) },
  destination: { kind: 'application', application: applicationId(`${round}`) },
  fingerprint: 'f'.repeat(43),
  detailsFingerprint: null,
  revision: revision('a'.repeat(64)),
  answers: Array.from({ length: ANSWERS }, (_, place) => ({
    question: questionId(`question ${place}`),
    part: 0,
    value: { kind: 'text', text: 'A sentence or two that an applicant may write. '.repeat(3) },
    parent: null,
    title: `Question ${place}`,
    type: 'short_text',
    isDistinct: true,
    fingerprint: 'f'.repeat(43),
  })),
});

type InsertBare = (record: StoredRecord) => void;

function openBare(path: string): InsertBare {
  const file = new Libsql(path);
  file.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table submission (tenant text, subject text, reference text, fingerprint text, revision text,
      application text, primary key (tenant, subject));
    create table item (tenant text, subject text, question text, part integer, fingerprint text, payload blob,
      primary key (tenant, subject, question, part))`);
  const [begin, commit] = [file.prepare('begin'), file.prepare('commit')];
  const insert = file.prepare('insert into submission values (?, ?, ?, ?, ?, ?)');
  const insertItem = file.prepare('insert into item values (?, ?, ?, ?, ?, ?)');
  return ({ key, reference, fingerprint, revision, application, items }) => {
    begin.run();
    insert.run([key.tenant, key.subject, reference, fingerprint, revision, application]);
    for (const { question, part, fingerprint, payload } of items)
      insertItem.run([key.tenant, key.subject, question, part, fingerprint, payload]);
    commit.run();
  };
}
