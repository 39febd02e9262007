/** One applicant alone on the service: the real ledger on a file, over real HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenant } from '../../../src/core/model/ids.ts';
import type { Submission } from '../../../src/core/model/submission.ts';
import { systemClock } from '../../../src/server/clock.ts';
import { createCipher } from '../../../src/server/delivery/cipher.ts';
import { defaultRules, type LedgerDependencies } from '../../../src/server/delivery/dependencies.ts';
import { createHttpGateway } from '../../../src/server/delivery/http-gateway.ts';
import { createLedger } from '../../../src/server/delivery/ledger.ts';
import { silentLedgerLog } from '../../../src/server/delivery/ledger-log.ts';
import type { LedgerStore } from '../../../src/server/delivery/ledger-store.ts';
import { createMemoryLessons } from '../../../src/server/delivery/memory-lessons.ts';
import { silentMetrics } from '../../../src/server/delivery/metrics.ts';
import { createEstimate } from '../../../src/server/delivery/rate-limit/estimate.ts';
import { createLearnedRateLimiter } from '../../../src/server/delivery/rate-limit/learned-rate-limiter.ts';
import { openStore } from '../../../src/server/delivery/stores/open-store.ts';
import { newReference } from '../../../src/server/http/submissions/new-reference.ts';
import { createService } from '../../../src/server/service/create-service.ts';
import { plainSubmission } from '../../simulation/plain-submission.ts';

export interface AloneRun {
  readonly submission: Submission;
  /** Milliseconds from sending to the last answer's reply. */
  readonly took: number;
}

const one = tenant('t');

export interface AloneWish {
  readonly address: string;
  readonly answers: number;
  /** Milliseconds from the last answer to the audit; it is waited for. null: it is not. */
  readonly auditAfter: number | null;
}

export async function deliverAlone({ address, answers, auditAfter }: AloneWish): Promise<AloneRun> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-alone-'));
  const store = await openStore(`file:${join(folder, 'apply.db')}`);
  if (!store.ok) throw new Error(store.error);
  const ledger = createLedger(
    createDependencies(store.value.ledger, address, auditAfter ?? defaultRules.quiet),
  );
  ledger.start();
  const sent = plainSubmission(one, 1, answers);
  const began = systemClock.monotonic();
  const accepted = await ledger.accept(sent, 20_000);
  const took = systemClock.monotonic() - began;
  if (!accepted.ok) throw new Error(`No receipt: ${accepted.error.kind}`);
  while (auditAfter !== null && (await store.value.ledger.find(sent.key))?.auditedAt === null)
    await systemClock.sleep(auditAfter / 2);
  await ledger.drain(1_000);
  await store.value.close();
  await rm(folder, { recursive: true, force: true });
  return { submission: accepted.value, took };
}

function createDependencies(store: LedgerStore, address: string, quiet: number): LedgerDependencies {
  const service = createService({ baseUrl: address, key: 'key', send: fetch });
  const staging = { open: async () => null, hold: async () => true, release: async () => undefined };
  const gateway = createHttpGateway({ service, staging, readBack: 'auto', clock: systemClock });
  const rateLimiter = createLearnedRateLimiter({
    clock: systemClock,
    random: Math.random,
    probe: async () => ({ kind: 'fine' }),
  });
  return {
    store,
    tenants: [one],
    gatewayOf: () => gateway,
    rateLimiterOf: () => rateLimiter,
    cipher: createCipher(['a'.repeat(32)]),
    staging,
    clock: systemClock,
    log: silentLedgerLog,
    ledgerMetrics: silentMetrics,
    owner: crypto.randomUUID(),
    lessons: createMemoryLessons(Date.now),
    newReference,
    random: Math.random,
    estimate: createEstimate({ rateLimiterOf: () => rateLimiter, ...defaultRules }),
    rules: { ...defaultRules, quiet },
  };
}
