/**
 * Durable delivery: everything accepted is stored, and everything stored is delivered to the service exactly once
 * (`src/server/ledger/README.md`). A process has one ledger; several processes may share one store.
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
import { listAttention, listWaiting, runAction } from './attention.ts';
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
  /** Starts the delivery. */
  start(): void;
  /** Gives every receipt at once from now on, including those of waiting requests. */
  stopWaiting(): void;
  /** Starts nothing more, and waits up to this many milliseconds for requests under way. */
  drain(grace: number): Promise<void>;
}

export function createLedger(given: LedgerDependencies): Ledger {
  // Each waiting request is a listener: there may be hundreds.
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
    async runAction(tenant, reference, action) {
      const acted = await runAction(dependencies, { tenant, reference }, action);
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

/** Ends all waits for a delivery when the service goes down. */
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
  /** Aborts to end every wait. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two reads, which notice deliveries by other processes. */
const POLL_EACH = 2_000;

/** The event that ends every wait. Other events have the name of a submission. */
const ALL = 'all';

/**
 * Waits until the submission is settled or the time is over, and gives the record.
 * @param inserted the record that was just stored, so that it need not be read
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
  let last = inserted;
  let isRead = inserted !== null;
  for (;;) {
    const wake = new AbortController();
    const onNews = () => wake.abort(notified);
    // Listens before it reads, so that it misses no change in between.
    news.on(nameOf(key), onNews).on(ALL, onNews);
    try {
      const before: StoredRecord | null = last;
      // If the store fails now, the record read earlier still counts.
      if (!isRead) last = await store.find(key).catch((error) => before ?? Promise.reject(error));
      isRead = false;
      const left = until - clock.monotonic();
      const isOver = left <= 0 || signal.aborted || isDown(dependencies, key.tenant);
      if (last === null || isOver || isSettled(describe(last))) return last;
      await clock.sleep(Math.min(left, POLL_EACH), wake.signal);
    } finally {
      news.off(nameOf(key), onNews).off(ALL, onNews);
    }
  }
}

interface DeliveryTenant {
  readonly id: Tenant;
  readonly service: Service;
  readonly readBack?: ReadBack;
  readonly withoutReadBack?: WithoutReadBack;
  /** Initial requests per second, for a service known to allow more than usual. */
  readonly firstRate?: number;
}

type Given = 'store' | 'cipher' | 'clock' | 'log' | 'lessons' | 'newReference';
type Optional = 'ledgerMetrics' | 'webhooks' | 'taggerOf';

interface DeliveryWish extends Pick<LedgerDependencies, Given>, Partial<Pick<LedgerDependencies, Optional>> {
  readonly staging: Staging;
  readonly tenants: readonly DeliveryTenant[];
  /** The rate allowance that all processes share; null if the store has one process. */
  allowanceOf(tenant: Tenant): Allowance | null;
  /** Seconds for one POST. */
  readonly sendSeconds: number;
  /** Seconds after that until a read-back counts. */
  readonly quietSeconds?: number;
}

/** Creates the ledger with the services of its tenants, without starting it. */
export function openDelivery(wish: DeliveryWish) {
  const { allowanceOf, sendSeconds, staging, clock } = wish;
  const { quietSeconds = defaultRules.reconcileDelay / 1000 } = wish;
  const opened = wish.tenants.map((tenant) => {
    const { id, service, readBack = 'auto', withoutReadBack = 'park', firstRate } = tenant;
    const rateLimiter = createRateLimiter({
      clock,
      random: Math.random,
      probe: probeWith(service),
      shared: allowanceOf(id),
      // A shorter reconcile delay also shortens this pause.
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
  const deliveryOf = (tenant: Tenant) => {
    const found = opened.find(({ id }) => id === tenant);
    if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return found;
  };
  const rateLimiterOf = (tenant: Tenant) => deliveryOf(tenant).rateLimiter;
  const withoutReadBack = (tenant: Tenant) => deliveryOf(tenant).withoutReadBack;
  const ledger = createLedger({
    ledgerMetrics: silentMetrics,
    ...wish,
    tenants: opened.map(({ id }) => id),
    gatewayOf: (tenant) => deliveryOf(tenant).gateway,
    rateLimiterOf,
    owner: crypto.randomUUID(),
    random: Math.random,
    rules: { ...defaultRules, ...timesOf(sendSeconds), reconcileDelay: quietSeconds * 1000, withoutReadBack },
  });
  return { ...ledger, rateLimiterOf };
}

/**
 * Derives the one reference of a subject, so that a restored store produces the same again: sixty bits in an alphabet
 * that can be read out on the phone (Crockford's base 32).
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

/** Milliseconds between two sweeps, and between two batches, so that receipts get their turn. */
const [SWEEP_EACH, PAUSE] = [3_600_000, 5];
/** Milliseconds before a wipe at which it is logged. */
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
          // A sweep that outlasts the shutdown finds the store closed, which is no failure.
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

/** Logs a line for each submission that waits for the operator, and one line for all that are still being delivered. */
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
  const backlog = (await store.backlog()).find((counted) => counted.tenant === tenant);
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

/**
 * Details that the service named and the applicant did not send. After the payload was wiped, all named details count.
 */
function missedOf(cipher: Cipher, record: StoredRecord): readonly FieldName[] {
  const making = makingOf(record);
  if (making?.state !== 'refused') return [];
  const sent = openDestination(cipher, record, making);
  return sent.ok ? missedFields(making.members, sent.value) : fieldsOf(making.members);
}
