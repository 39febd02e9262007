/** One submission in the hands of one worker, for as long as it holds the lease; and what all that is done with it needs. */

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
  type Held,
  type Item,
  type ItemChange,
  isDocument,
  isSameItem,
  type RecordChange,
  type StoredRecord,
} from './record.ts';
import type { ReconcileDelay } from './worker.ts';

export interface LeasedSubmission extends LedgerDependencies {
  readonly gateway: ServiceGateway;
  readonly rateLimiter: RateLimiter;
  readonly delay: ReconcileDelay;
  readonly held: Held;
  /** Aborts when nothing more is to be begun. */
  readonly stop: AbortController;
  /** As it is stored, as far as this worker knows: every change names the version that it saw. */
  record: StoredRecord;
  /** The lease is no longer held: another worker has it, it was given back, or the submission was erased. */
  isLost: boolean;
  /** Another secret sealed it: a process that has that one shall go on. */
  isLeft: boolean;
  /** By the store's clock, as it was with the lease: it is never ahead, and behind by as long as the lease took to get here. */
  now(): number;
  /** The same, never behind: until then waits what has to wait for its whole time. */
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
    held: { key: record.key, owner },
    stop: new AbortController(),
    isLost: false,
    isLeft: false,
    now: () => leasedAt + clock.monotonic() - since,
    latest: () => leasedAt + clock.monotonic() - askedAt,
  };
}

/** Milliseconds after a POST's time limit until a look counts. */
export const reconcileDelayOf = ({ delay, record }: LeasedSubmission): number => delay.of(record.key.tenant);

export const count = ({ ledgerMetrics, record }: LeasedSubmission, event: MetricEvent): void =>
  ledgerMetrics.counted(record.key.tenant, event);

/** What a log line says about the submission, or the item of it, that it concerns. */
export const namesOf = ({ record }: Pick<LeasedSubmission, 'record'>, item?: Item) => ({
  tenant: record.key.tenant,
  reference: record.reference,
  application: applicationOf(record),
  ...(record.job !== null && { job: record.job }),
  ...(item && item.question !== null && { question: item.question }),
});

/** Reads the submission again after a change of this worker was refused. */
export async function refresh(leased: LeasedSubmission): Promise<void> {
  const record = await leased.store.find(leased.record.key);
  if (record?.leaseOwner === leased.owner && record.leaseUntil > leased.now()) leased.record = record;
  else lose(leased);
}

export function lose(leased: LeasedSubmission): void {
  if (!leased.isLost) count(leased, 'lease_lost');
  leased.isLost = true;
  leased.stop.abort(notified);
}

export async function changeRecord(leased: LeasedSubmission, change: RecordChange): Promise<void> {
  if (await leased.store.change(leased.held, change)) leased.record = { ...leased.record, ...change };
  else lose(leased);
}

/** false: it was changed meanwhile, and is read again. */
export async function change(leased: LeasedSubmission, item: Item, change: ItemChange): Promise<boolean> {
  const isDone = await persist(leased, () => leased.store.settle(leased.record.key, item, change));
  if (isDone) replaceItem(leased, { ...item, ...change, version: item.version + 1 });
  else await refresh(leased);
  return isDone;
}

export function replaceItem(leased: LeasedSubmission, changed: Item): void {
  const items = leased.record.items.map((item) => (isSameItem(item, changed) ? changed : item));
  leased.record = { ...leased.record, items };
}

/** Milliseconds between tries to write down what is known; together about as long as a database is restarted. */
const WRITE_PAUSES = [100, 300, 1_000, 3_000, 6_000];

/** The outcome of a POST is written with several tries: if it is lost, the service has to be asked. */
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

/** Before the next try: doubles with each that failed, and never the same for all who wait. */
export const pauseAfter = (leased: LeasedSubmission, failures: number): number =>
  spread(leased, Math.min(SHORTEST_PAUSE * 2 ** Math.min(failures, 16), LONGEST_PAUSE));

/** Randomised, so that those who wait do not all return at once. */
export const spread = ({ random }: LeasedSubmission, pause: number): number => pause * (0.75 + random() / 2);

/** Certainly not stored: when it may be sent again. */
export const dueAfter = (
  leased: LeasedSubmission,
  error: { readonly kind: string; readonly retryAfter?: number | null },
  pause: number,
): number => leased.now() + Math.max((error.retryAfter ?? 0) * 1000, pause);

/** null: stopped before the rate limiter let it through. */
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

/** false: the process is stopping, or another worker has the submission. */
export async function hasAcquired(leased: LeasedSubmission, kind: 'read' | 'write'): Promise<boolean> {
  await leased.rateLimiter.acquire(kind, leased.record.isVisitor, leased.stop.signal);
  return !leased.stop.signal.aborted;
}

type AnyError = GatewayError | { readonly kind: 'file_gone' };

export function report({ rateLimiter }: LeasedSubmission, reply: Outcome<unknown, AnyError>): void {
  const event = rateLimitEventOf(reply);
  if (event !== null) rateLimiter.report(event);
}

/** What an outcome at the service means for its rate limiter; null: nothing was asked of the service. */
export function rateLimitEventOf(reply: Outcome<unknown, AnyError>): RateLimitEvent | null {
  // A refusal is an answer, so the service works.
  if (reply.ok) return { kind: 'fine' };
  if (reply.error.kind === 'rate_limited') return { kind: 'limited', retryAfter: reply.error.retryAfter };
  const kind = meanings[reply.error.kind];
  return kind && { kind };
}

const meanings = {
  file_gone: null,
  unreadable_file: null,
  unauthorized: 'denied',
  forbidden: 'denied',
  unreachable: 'unreachable',
  server_error: 'unclear',
  interrupted: 'unclear',
  timeout: 'unclear',
  bad_document: 'unclear',
  impossible: 'fine',
  unproven: 'fine',
  not_found: 'fine',
  bad_request: 'fine',
  invalid: 'fine',
} as const;

/** Asks a service whether it is well. */
export const probeWith =
  ({ probe }: Pick<Service, 'probe'>) =>
  async (): Promise<RateLimitEvent> =>
    rateLimitEventOf(await probe()) ?? { kind: 'fine' };

/** Nothing more can be done for it now, so its lease is given back until `dueAt`. */
export async function giveBack(leased: LeasedSubmission, dueAt: number | null): Promise<void> {
  if (leased.isLost) return;
  await leased.store.release(leased.held, { version: leased.record.version, dueAt });
  leased.isLost = true;
}

/** @param serviceId null: the service gave it none */
export async function deliver(leased: LeasedSubmission, item: Item, serviceId: string | null): Promise<void> {
  const payload = keptPayload(leased, item, serviceId);
  if (!(await change(leased, item, { state: 'delivered', code: null, payload, failures: 0, serviceId })))
    return;
  count(leased, 'delivered');
  await releaseFiles(leased, item);
}

/**
 * Of an application its id, so that its answers find it. What names documents is kept until no look has to tell others
 * from them: the service gives them no id.
 */
function keptPayload(
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

/** Files that cannot be released now are released with the audit. */
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
  if (!(await change(leased, item, { ...more, state: 'parked', code }))) return;
  count(leased, 'parked');
  const event = item.question === null ? 'application_parked' : 'answer_parked';
  leased.log.warn(event, { ...namesOf(leased, item), cause });
}
