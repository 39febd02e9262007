/** One submission for as long as one worker has its lease, and helpers for working on it. */

import { failure, type Outcome } from '../../core/model/failure.ts';
import { applicationFiles } from '../service/bodies.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { openDestination, sealMade } from './cipher.ts';
import { type LedgerDependencies, type MetricEvent, notified } from './dependencies.ts';
import type { GatewayError, ServiceGateway } from './http-gateway.ts';
import type { RateLimitEvent, RateLimiter } from './rate-limiter.ts';
import {
  applicationOf,
  type Item,
  type ItemChange,
  isDocument,
  isSameItem,
  type Lease,
  type RecordChange,
  type StoredRecord,
} from './record.ts';
import type { ReconcileDelay } from './worker.ts';

export interface LeasedSubmission extends LedgerDependencies {
  readonly gateway: ServiceGateway;
  readonly rateLimiter: RateLimiter;
  readonly delay: ReconcileDelay;
  readonly lease: Lease;
  /** Aborts when no more work may be started. */
  readonly stop: AbortController;
  /** The stored record as this worker last saw it. Every change names the version that it is based on. */
  record: StoredRecord;
  /** The lease has ended: another worker has it, it was released, or the submission was erased. */
  isLost: boolean;
  /** The submission was sealed with another secret, so a process that has that secret has to deliver it. */
  isLeftToOthers: boolean;
  /** The time by the store's clock. Never ahead; behind by as long as the reply with the lease took. */
  now(): number;
  /** The same, but never behind, for waits that must last their full time. */
  latest(): number;
}

/** @param askedAt monotonic milliseconds at which the store was asked for the lease */
export function openLeasedSubmission(
  dependencies: LedgerDependencies & Pick<LeasedSubmission, 'delay'>,
  record: StoredRecord,
  askedAt: number,
): LeasedSubmission {
  const { clock, rules, owner } = dependencies;
  const { tenant } = record.key;
  const leasedAt = record.leaseUntil - rules.leaseFor;
  const since = clock.monotonic();
  return {
    ...dependencies,
    record,
    gateway: dependencies.gatewayOf(tenant),
    rateLimiter: dependencies.rateLimiterOf(tenant),
    lease: { key: record.key, owner },
    stop: new AbortController(),
    isLost: false,
    isLeftToOthers: false,
    now: () => leasedAt + clock.monotonic() - since,
    latest: () => leasedAt + clock.monotonic() - askedAt,
  };
}

/** Milliseconds after a POST's time limit until a read-back counts. */
export const reconcileDelayOf = ({ delay, record }: LeasedSubmission): number => delay.of(record.key.tenant);

export const count = ({ ledgerMetrics, record }: LeasedSubmission, event: MetricEvent): void =>
  ledgerMetrics.counted(record.key.tenant, event);

/** Log members that identify the submission, or one item of it. */
export const namesOf = ({ record }: Pick<LeasedSubmission, 'record'>, item?: Item) => ({
  tenant: record.key.tenant,
  reference: record.reference,
  application: applicationOf(record),
  ...(record.job !== null && { job: record.job }),
  ...(item && item.question !== null && { question: item.question }),
});

/** Reads the submission again after a change by this worker was refused. */
export async function refresh(leased: LeasedSubmission): Promise<void> {
  const record = await leased.store.find(leased.record.key);
  if (record?.leaseOwner === leased.owner && record.leaseUntil > leased.now()) leased.record = record;
  else markLost(leased);
}

export function markLost(leased: LeasedSubmission): void {
  if (!leased.isLost) count(leased, 'lease_lost');
  leased.isLost = true;
  leased.stop.abort(notified);
}

export async function changeSubmission(leased: LeasedSubmission, change: RecordChange): Promise<void> {
  if (await leased.store.changeSubmission(leased.lease, change))
    leased.record = { ...leased.record, ...change };
  else markLost(leased);
}

/** Gives false if the item had changed; the record is then read again. */
export async function changeItem(leased: LeasedSubmission, item: Item, change: ItemChange): Promise<boolean> {
  const isDone = await persist(leased, () => leased.store.changeItem(leased.record.key, item, change));
  if (isDone) replaceItem(leased, { ...item, ...change, version: item.version + 1 });
  else await refresh(leased);
  return isDone;
}

export function replaceItem(leased: LeasedSubmission, changed: Item): void {
  const items = leased.record.items.map((item) => (isSameItem(item, changed) ? changed : item));
  leased.record = { ...leased.record, items };
}

/** Milliseconds between attempts to store an outcome; in total about as long as a database takes to restart. */
const WRITE_PAUSES = [100, 300, 1_000, 3_000, 6_000];

/** Retries storing the outcome of a POST: if it is lost, the service has to be read back. */
export async function persist<Written>(
  leased: LeasedSubmission,
  write: () => Promise<Written>,
): Promise<Written> {
  for (const pause of WRITE_PAUSES) {
    try {
      return await write();
    } catch {
      count(leased, 'store_failed');
      await leased.clock.sleep(pause);
    }
  }
  return write();
}

/** Milliseconds. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [500, 30_000];

/** Milliseconds before the next attempt: doubled with each failure, and randomised. */
export const pauseAfter = (leased: LeasedSubmission, failures: number): number =>
  spread(leased, Math.min(SHORTEST_PAUSE * 2 ** Math.min(failures, 16), LONGEST_PAUSE));

/** Randomises a pause, so that waiting items do not all return at once. */
export const spread = ({ random }: LeasedSubmission, pause: number): number => pause * (0.75 + random() / 2);

/** When an item that was certainly not stored may be sent again. */
export const dueAfter = (
  leased: LeasedSubmission,
  error: { readonly kind: string; readonly retryAfter?: number | null },
  pause: number,
): number => leased.now() + Math.max((error.retryAfter ?? 0) * 1000, pause);

/** Gives null if the worker was stopped before the rate limiter admitted the read. */
export async function askToRead<Value>(
  leased: LeasedSubmission,
  ask: () => Promise<Outcome<Value, GatewayError>>,
): Promise<Outcome<Value, GatewayError> | null> {
  if (!(await hasAcquired(leased, 'read'))) return null;
  const reply = await ask().catch(interrupted);
  report(leased, reply);
  return reply;
}

/** It is unknown whether the request was sent. */
export const interrupted = () => failure<ServiceError>({ kind: 'interrupted' });

/** Gives false if the process is stopping, or if another worker has the submission. */
export async function hasAcquired(leased: LeasedSubmission, kind: 'read' | 'write'): Promise<boolean> {
  await leased.rateLimiter.acquire(kind, leased.record.isVisitor, leased.stop.signal);
  return !leased.stop.signal.aborted;
}

type AnyError = GatewayError | { readonly kind: 'file_gone' };

export function report({ rateLimiter }: LeasedSubmission, reply: Outcome<unknown, AnyError>): void {
  const event = rateLimitEventOf(reply);
  if (event !== null) rateLimiter.report(event);
}

/** Translates a reply into an event for the rate limiter; null if the service was not asked. */
export function rateLimitEventOf(reply: Outcome<unknown, AnyError>): RateLimitEvent | null {
  if (reply.ok) return { kind: 'fine' };
  if (reply.error.kind === 'rate_limited') return { kind: 'limited', retryAfter: reply.error.retryAfter };
  const kind = eventKinds[reply.error.kind];
  return kind && { kind };
}

const eventKinds = {
  file_gone: null,
  unreadable_file: null,
  unauthorized: 'denied',
  forbidden: 'denied',
  unreachable: 'unreachable',
  server_error: 'unclear',
  interrupted: 'unclear',
  timeout: 'unclear',
  bad_document: 'unclear',
  // A refusal is a reply, so the service works.
  impossible: 'fine',
  unproven: 'fine',
  not_found: 'fine',
  bad_request: 'fine',
  invalid: 'fine',
} as const;

/** Asks a service whether it is available. */
export const probeWith =
  ({ probe }: Pick<Service, 'probe'>) =>
  async (): Promise<RateLimitEvent> =>
    rateLimitEventOf(await probe()) ?? { kind: 'fine' };

/** Releases the lease until `dueAt`, because nothing more can be done now. */
export async function giveBack(leased: LeasedSubmission, dueAt: number | null): Promise<void> {
  if (leased.isLost) return;
  await leased.store.release(leased.lease, { version: leased.record.version, dueAt });
  leased.isLost = true;
}

/** @param serviceId null if the service gave none */
export async function deliver(leased: LeasedSubmission, item: Item, serviceId: string | null): Promise<void> {
  const payload = payloadAfterDelivery(leased, item, serviceId);
  if (!(await changeItem(leased, item, { state: 'delivered', code: null, payload, failures: 0, serviceId })))
    return;
  count(leased, 'delivered');
  await releaseFiles(leased, item);
}

/**
 * The payload to store after delivery. An application's payload is replaced by its id, which its answers need. The names
 * of documents stay until no read-back needs them, because documents have no id at the service.
 */
function payloadAfterDelivery(
  { cipher, record }: LeasedSubmission,
  item: Item,
  serviceId: string | null,
): Item['payload'] {
  if (isDocument(item)) return item.payload;
  if (item.question !== null || serviceId === null) return null;
  const destination = openDestination(cipher, record, item);
  const names = destination.ok ? applicationFiles(destination.value.files).map(({ name }) => name) : [];
  return sealMade(cipher, record, serviceId, names);
}

/** Files that cannot be released now are released by the audit. */
export async function releaseFiles({ staging, record }: LeasedSubmission, { files }: Item): Promise<void> {
  for (const file of files) await staging.release(record.key, file).catch(() => undefined);
}

interface Parking {
  readonly code: 'unclear' | 'conflict' | 'given_up' | 'misdirected';
  readonly cause: string;
  readonly unclearPosts?: number;
}

export async function park(
  leased: LeasedSubmission,
  item: Item,
  { code, cause, ...more }: Parking,
): Promise<void> {
  if (!(await changeItem(leased, item, { ...more, state: 'parked', code }))) return;
  count(leased, 'parked');
  const event = item.question === null ? 'application_parked' : 'answer_parked';
  leased.log.warn(event, { ...namesOf(leased, item), cause });
}
