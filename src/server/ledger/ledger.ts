/**
 * The durable delivery: what is accepted is stored, and what is stored is carried to the service, exactly once
 * (`src/server/ledger/README.md`). One process has one; several may work on one store.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { FieldName } from '../../core/model/details.ts';
import { failure, success } from '../../core/model/failure.ts';
import { type Reference, reference, type Tenant } from '../../core/model/ids.ts';
import { isSettled } from '../../core/model/submission.ts';
import type { People } from '../people.ts';
import type { Delivery, Operator, Staging, StoredSubmission, SubjectKey } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import { fieldsOf, missedFields } from '../service/refusals.ts';
import { accept } from './accept.ts';
import { act, listAttention, listWaiting } from './attention.ts';
import { type Cipher, openDestination } from './cipher.ts';
import { defaultRules, type LedgerDependencies, notified, silentMetrics, timesOf } from './dependencies.ts';
import { createHttpGateway, type ReadBack, type WithoutReadBack } from './http-gateway.ts';
import { probeWith } from './leased-submission.ts';
import { createPeople } from './people.ts';
import { type Allowance, createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { describe, isUndelivered, makingOf, RETENTION, type StoredRecord } from './record.ts';
import { createWebhookDuty } from './webhooks/outbox.ts';
import { createWorker, type Duty, nameOf } from './worker.ts';

export interface Ledger extends Delivery, Operator {
  readonly people: People;
  /** Begins to deliver what is due. */
  start(): void;
  /** From now on every receipt is given at once, and to those who wait for a delivery, too. */
  stopWaiting(): void;
  /** Takes up nothing more, and waits so many milliseconds for the requests that are under way. */
  drain(grace: number): Promise<void>;
}

export function createLedger(given: LedgerDependencies): Ledger {
  // Each waiting request listens: there may be hundreds.
  const news = new EventEmitter().setMaxListeners(0);
  const rateLimiterOf = (tenant: Tenant) => notifyWhenDown(given.rateLimiterOf(tenant), news);
  const dependencies = { ...given, rateLimiterOf };
  const { store } = given;
  const worker = createWorker(dependencies, (key) => news.emit(nameOf(key)), dutiesOf(dependencies));
  const end = new AbortController();
  const waiting = { dependencies, news, signal: end.signal };
  const stopWaiting = () => {
    end.abort(notified);
    news.emit(ALL);
  };
  return {
    async find(key) {
      const record = await store.find(key);
      return record === null ? null : toStored(dependencies.cipher, record);
    },
    async accept(submission, wait, stored = () => undefined) {
      const accepted = await accept(dependencies, submission);
      if (!accepted.ok) return accepted;
      const { isNew, inserted } = accepted.value;
      stored();
      if (isNew) {
        dependencies.ledgerMetrics.received(submission.key.tenant);
        worker.wake();
      }
      const record = await waitFor(waiting, submission.key, wait, inserted).catch(() => null);
      if (record === null) return failure({ kind: 'store_unavailable' });
      return record.erasedAt === null
        ? success(describe(record))
        : failure({ kind: 'already_submitted', submission: null });
    },
    async read(key, reference, wait) {
      const record = await waitFor(waiting, key, wait);
      return record?.reference === reference && record.erasedAt === null ? describe(record) : null;
    },
    isReady: async () => (await store.now().catch(() => null)) !== null,
    attention: (tenant, wish) => listAttention(dependencies, tenant, wish),
    async act(tenant, reference, action) {
      const acted = await act(dependencies, { tenant, reference }, action);
      if (acted.ok) worker.wake();
      return acted.ok ? success(describe(acted.value)) : acted;
    },
    people: createPeople(dependencies, worker.wake),
    start: worker.start,
    isDown: (tenant) => isDown(dependencies, tenant),
    visitorsQueued: async (tenant) => (await store.countVisitors()).get(tenant) ?? 0,
    stopWaiting,
    drain(grace) {
      stopWaiting();
      return worker.drain(grace);
    },
  };
}

const dutiesOf = (dependencies: LedgerDependencies): readonly Duty[] => [
  createRetention(dependencies),
  ...(dependencies.webhooks ? [createWebhookDuty(dependencies, dependencies.webhooks)] : []),
];

const isDown = ({ rateLimiterOf }: Pick<LedgerDependencies, 'rateLimiterOf'>, tenant: Tenant): boolean =>
  rateLimiterOf(tenant).figures().breaker !== 'closed';

/** When the service goes down, everyone who waits for a delivery gets the receipt at once. */
const notifyWhenDown = (rateLimiter: RateLimiter, news: EventEmitter): RateLimiter => ({
  ...rateLimiter,
  report(event) {
    rateLimiter.report(event);
    if (rateLimiter.figures().breaker !== 'closed') news.emit(ALL);
  },
});

interface Waiting {
  readonly dependencies: LedgerDependencies;
  readonly news: EventEmitter;
  /** Aborts when every wait is to end. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two reads, by which deliveries of another process are noticed. */
const POLL_EACH = 2_000;

/** The event that ends every wait. Others are named by a submission. */
const ALL = 'all';

/**
 * The submission once it is settled, or as it is when the time is over.
 * @param inserted as it was stored just now, so that it need not be read
 */
async function waitFor(
  { dependencies, news, signal }: Waiting,
  key: SubjectKey,
  wait: number,
  inserted: StoredRecord | null = null,
): Promise<StoredRecord | null> {
  const { clock, store } = dependencies;
  if (wait <= 0) return inserted ?? store.find(key);
  const until = clock.monotonic() + wait;
  let [last, isRead] = [inserted, inserted !== null];
  for (;;) {
    const wake = new AbortController();
    const hear = () => wake.abort(notified);
    // Before anything is looked up: nothing is missed between the look and the waiting.
    news.on(nameOf(key), hear).on(ALL, hear);
    try {
      const before: StoredRecord | null = last;
      // A store that fails meanwhile takes back nothing of what it held.
      if (!isRead) last = await store.find(key).catch((error) => before ?? Promise.reject(error));
      isRead = false;
      const left = until - clock.monotonic();
      const isOver = left <= 0 || signal.aborted || isDown(dependencies, key.tenant);
      if (last === null || isOver || isSettled(describe(last))) return last;
      await clock.sleep(Math.min(left, POLL_EACH), wake.signal);
    } finally {
      news.off(nameOf(key), hear).off(ALL, hear);
    }
  }
}

interface DeliveryTenant {
  readonly id: Tenant;
  readonly service: Service;
  readonly readBack?: ReadBack;
  readonly withoutReadBack?: WithoutReadBack;
  /** Requests a second at the beginning, for a service that is known to take more than usual. */
  readonly firstRate?: number;
}

type Given = 'store' | 'cipher' | 'clock' | 'log' | 'lessons' | 'newReference';
type Optional = 'ledgerMetrics' | 'webhooks' | 'taggerOf';

interface DeliveryWish extends Pick<LedgerDependencies, Given>, Partial<Pick<LedgerDependencies, Optional>> {
  readonly staging: Staging;
  readonly tenants: readonly DeliveryTenant[];
  /** The turns to ask a service that all processes share; null: the store is of one process. */
  allowanceOf(tenant: Tenant): Allowance | null;
  /** Seconds for one POST. */
  readonly sendSeconds: number;
  /** Seconds after that until a look at the service counts. */
  readonly quietSeconds?: number;
}

/** With the services of its tenants; not started yet. */
export function openDelivery(wish: DeliveryWish) {
  const { allowanceOf, sendSeconds, quietSeconds = defaultRules.quiet / 1000, staging, clock } = wish;
  const opened = wish.tenants.map((tenant) => {
    const { id, service, readBack = 'auto', withoutReadBack = 'park', firstRate } = tenant;
    const rateLimiter = createRateLimiter({
      clock,
      random: Math.random,
      probe: probeWith(service),
      shared: allowanceOf(id),
      // An operator who shortens the wait for late answers wants this one shorter too.
      rest: quietSeconds * 500,
      ...(firstRate !== undefined && { firstRate }),
    });
    return {
      id,
      gateway: createHttpGateway({ service, staging, readBack, clock }),
      rateLimiter,
      withoutReadBack,
    };
  });
  const of = (tenant: Tenant) => {
    const found = opened.find(({ id }) => id === tenant);
    if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return found;
  };
  const rateLimiterOf = (tenant: Tenant) => of(tenant).rateLimiter;
  const withoutReadBack = (tenant: Tenant) => of(tenant).withoutReadBack;
  const ledger = createLedger({
    ledgerMetrics: silentMetrics,
    ...wish,
    tenants: opened.map(({ id }) => id),
    gatewayOf: (tenant) => of(tenant).gateway,
    rateLimiterOf,
    owner: crypto.randomUUID(),
    random: Math.random,
    rules: { ...defaultRules, ...timesOf(sendSeconds), quiet: quietSeconds * 1000, withoutReadBack },
  });
  return { ...ledger, rateLimiterOf };
}

/**
 * A subject has one submission and so one reference, derived so that a restored store produces the same one again: sixty
 * bits in an alphabet that can be read out on the phone (Crockford's base 32).
 */
export function createReferences(secret: string): (key: SubjectKey) => Reference {
  const own = Buffer.from(hkdfSync('sha256', secret, '', 'apply-form reference 1', 32));
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return ({ tenant, subject }) => {
    const hash = createHmac('sha256', own)
      .update(JSON.stringify([tenant, subject]))
      .digest();
    const letters = Array.from(hash.subarray(0, 12), (byte) => alphabet.charAt(byte % 32)).join('');
    return reference(letters.replace(/(.{4})(?=.)/g, '$1-'));
  };
}

/** Milliseconds between two sweeps of what is stored no longer, and between two batches, in which receipts have their turn. */
const [SWEEP_EACH, PAUSE] = [3_600_000, 5];
/** Milliseconds: so long before it is wiped, it is logged. */
const WARNING = 86_400_000;

function createRetention(dependencies: LedgerDependencies): Duty {
  const { clock, log } = dependencies;
  let begunAt = Number.NEGATIVE_INFINITY;
  let sweeping = Promise.resolve();
  return {
    async begin(signal) {
      if (clock.monotonic() - begunAt < SWEEP_EACH) return;
      begunAt = clock.monotonic();
      sweeping = sweeping
        .then(() => sweep(dependencies, signal))
        .catch(() => {
          // A sweep that outlasts the grace of the shutdown finds the store closed, which is no failure of the store.
          if (!signal.aborted) log.error('store_failed', { cause: 'sweep' });
        });
    },
    end: () => sweeping,
  };
}

async function sweep(dependencies: LedgerDependencies, signal: AbortSignal): Promise<void> {
  const { store, clock, staging, log } = dependencies;
  const soon = (await store.now()) - RETENTION.payloads + WARNING;
  for (const tenant of dependencies.tenants) await warn(dependencies, { tenant, soon }, signal);
  while (!signal.aborted) {
    const swept = await store.sweep();
    if (swept.length === 0) return;
    for (const { key, reference, files, gone } of swept) {
      for (const file of files) await staging.release(key, file).catch(() => undefined);
      if (!gone) log.error('wiped', { tenant: key.tenant, reference });
    }
    await clock.sleep(PAUSE, signal);
  }
}

/** One line for each submission that waits for the operator, one line for all that are still being delivered. */
async function warn(
  dependencies: LedgerDependencies,
  { tenant, soon }: { readonly tenant: Tenant; readonly soon: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, log, clock } = dependencies;
  for (const { subject, acceptedAt } of await listWaiting(dependencies, tenant)) {
    if (acceptedAt > soon || signal.aborted) break;
    const record = await store.find({ tenant, subject });
    const count = record?.items.filter(isUndelivered).length ?? 0;
    if (record !== null && count > 0) log.warn('wipe_soon', { tenant, reference: record.reference, count });
    await clock.sleep(0);
  }
  const backlog = (await store.backlog()).find((one) => one.tenant === tenant);
  if ((backlog?.oldestAcceptedAt ?? Number.POSITIVE_INFINITY) <= soon) log.warn('wipe_soon', { tenant });
}

function toStored(cipher: Cipher, record: StoredRecord): StoredSubmission {
  const making = makingOf(record);
  return {
    submission: describe(record),
    fingerprint: record.fingerprint,
    missed: missedOf(cipher, record),
    ...(making?.state === 'delivered' ? { madeOf: making.fingerprint } : {}),
    ...(record.erasedAt === null ? {} : { isErased: true }),
  };
}

/** What is sealed says what was sent and what was not; once that is wiped, all that was named is missed. */
function missedOf(cipher: Cipher, record: StoredRecord): readonly FieldName[] {
  const making = makingOf(record);
  if (making?.state !== 'refused') return [];
  const sent = openDestination(cipher, record, making);
  return sent.ok ? missedFields(making.members, sent.value) : fieldsOf(making.members);
}
