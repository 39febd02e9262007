/** One submission in the hands of one worker, for as long as it holds the lease. */

import { failure, type Outcome } from '../../core/model/failure.ts';
import { applicationFiles } from '../service/bodies.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { openDestination, sealMade } from './cipher.ts';
import type { LedgerDependencies, MetricEvent } from './dependencies.ts';
import { notified } from './dependencies.ts';
import type { GatewayError } from './http-gateway.ts';
import type { RateLimitEvent } from './rate-limiter.ts';
import {
  applicationOf,
  type Item,
  type ItemChange,
  isDocument,
  type RecordChange,
  type StoredRecord,
} from './record.ts';
import type { ReconcileDelay } from './worker.ts';

export interface LeasedSubmission {
  readonly dependencies: LedgerDependencies;
  readonly quiet: ReconcileDelay;
  /** Aborts when nothing more is to be begun. */
  readonly stop: AbortController;
  /** As it is stored, as far as this worker knows: every change names the version that it saw. */
  record: StoredRecord;
  /** The lease is no longer held: another worker has it, it was given back, or the submission was erased. */
  isLost: boolean;
  /** Another secret sealed it: a process that has that one shall go on. */
  isLeft: boolean;
  /** Monotonic milliseconds; null: it does not wait for a turn. */
  waitsSince: number | null;
  /** By the store's clock, as it was with the lease: it is never ahead, and behind by as long as the lease took to get here. */
  now(): number;
  /** The same, never behind: until then waits what has to wait for its whole time. */
  latest(): number;
}

/** @param askedAt monotonic milliseconds at which the store was asked for the lease */
export function openLeasedSubmission(
  tools: Pick<LeasedSubmission, 'dependencies' | 'quiet'>,
  record: StoredRecord,
  askedAt: number,
): LeasedSubmission {
  const { clock, rules } = tools.dependencies;
  const leasedAt = record.leaseUntil - rules.leaseFor;
  const since = clock.monotonic();
  return {
    ...tools,
    record,
    stop: new AbortController(),
    isLost: false,
    isLeft: false,
    waitsSince: null,
    now: () => leasedAt + clock.monotonic() - since,
    latest: () => leasedAt + clock.monotonic() - askedAt,
  };
}

export const heldBy = ({ record, dependencies }: LeasedSubmission) => ({
  key: record.key,
  owner: dependencies.owner,
});

export const rateLimiterOf = ({ dependencies, record }: LeasedSubmission) =>
  dependencies.rateLimiterOf(record.key.tenant);
export const gatewayOf = ({ dependencies, record }: LeasedSubmission) =>
  dependencies.gatewayOf(record.key.tenant);
export const reconcileDelayOf = ({ quiet, record }: LeasedSubmission): number => quiet.of(record.key.tenant);

export const count = ({ dependencies, record }: LeasedSubmission, event: MetricEvent): void =>
  dependencies.ledgerMetrics.counted(record.key.tenant, event);

/** What a log line says about the submission it concerns. */
export const namesOf = ({ record }: Pick<LeasedSubmission, 'record'>) => ({
  tenant: record.key.tenant,
  reference: record.reference,
  application: applicationOf(record),
  ...(record.job === null ? {} : { job: record.job }),
});

/** Reads the submission again after a change of this worker was refused. */
export async function refresh(leased: LeasedSubmission): Promise<void> {
  const record = await leased.dependencies.store.find(leased.record.key);
  const isOurs = record?.leaseOwner === leased.dependencies.owner && record.leaseUntil > leased.now();
  if (isOurs) leased.record = record;
  else lose(leased);
}

export function lose(leased: LeasedSubmission): void {
  if (!leased.isLost) count(leased, 'lease_lost');
  leased.isLost = true;
  leased.stop.abort(notified);
}

export async function changeRecord(leased: LeasedSubmission, change: RecordChange): Promise<void> {
  if (await leased.dependencies.store.change(heldBy(leased), change))
    leased.record = { ...leased.record, ...change };
  else lose(leased);
}

/** false: it was changed meanwhile, and is read again. */
export async function change(leased: LeasedSubmission, item: Item, change: ItemChange): Promise<boolean> {
  const isDone = await persist(leased, () =>
    leased.dependencies.store.settle(leased.record.key, item, change),
  );
  if (isDone) place(leased, { ...item, ...change, version: item.version + 1 });
  else await refresh(leased);
  return isDone;
}

export function place(leased: LeasedSubmission, changed: Item): void {
  const items = leased.record.items.map((item) =>
    item.question === changed.question && item.part === changed.part ? changed : item,
  );
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
      await leased.dependencies.clock.sleep(pause);
    }
  }
  return write();
}

/** Milliseconds. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Before the next try: doubles with each that failed, and never the same for all who wait. */
export function pauseAfter(leased: LeasedSubmission, failures: number): number {
  return spread(leased, Math.min(SHORTEST_PAUSE * 2 ** Math.min(failures, 16), LONGEST_PAUSE));
}

/** Randomised, so that those who wait do not all return at once. */
export const spread = ({ dependencies }: LeasedSubmission, pause: number): number =>
  pause * (0.75 + dependencies.random() / 2);

/** null: stopped before the rate limiter let it through. */
export async function askToRead<Value>(
  leased: LeasedSubmission,
  ask: () => Promise<Outcome<Value, GatewayError>>,
): Promise<Outcome<Value, GatewayError> | null> {
  if (!(await hasAcquired(leased, 'read'))) return null;
  const reply = await ask().catch(interrupted);
  tellOf(leased, 'read', reply);
  return reply;
}

/** It is unknown whether the request was sent. */
export const interrupted = () => failure<ServiceError>({ kind: 'interrupted' });

/** false: the process is stopping, another worker has the submission, or the wait was too long. */
export async function hasAcquired(leased: LeasedSubmission, kind: 'read' | 'write'): Promise<boolean> {
  leased.waitsSince = leased.dependencies.clock.monotonic();
  await rateLimiterOf(leased).acquire(kind, leased.record.isVisitor, leased.stop.signal);
  leased.waitsSince = null;
  return !leased.stop.signal.aborted;
}

type AnyError = GatewayError | { readonly kind: 'file_gone' };

export function tellOf(
  leased: LeasedSubmission,
  kind: 'read' | 'write',
  reply: Outcome<unknown, AnyError>,
): void {
  const event = rateLimitEventOf(reply.ok ? null : reply.error);
  if (event !== null) rateLimiterOf(leased).report(kind, event);
}

/** Nothing more can be done for it now, so its lease is given back until `dueAt`. */
export async function giveBack(leased: LeasedSubmission, dueAt: number | null): Promise<void> {
  if (leased.isLost) return;
  await leased.dependencies.store.release(heldBy(leased), { version: leased.record.version, dueAt });
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
  { dependencies, record }: LeasedSubmission,
  item: Item,
  serviceId: string | null,
): Item['payload'] {
  if (isDocument(item)) return item.payload;
  if (item.question !== null || serviceId === null) return null;
  const destination = openDestination(dependencies.cipher, record, item);
  const names = destination.ok ? applicationFiles(destination.value.files).map(({ name }) => name) : [];
  return sealMade(dependencies.cipher, record, serviceId, names);
}

/** Files that cannot be released now are released with the audit. */
export async function releaseFiles(
  { dependencies, record }: LeasedSubmission,
  { files }: Item,
): Promise<void> {
  for (const file of files) await dependencies.staging.release(record.key, file).catch(() => undefined);
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
  leased.dependencies.log.warn(event, { ...namesOf(leased), ...questionOf(item), cause });
}

/** For a line of the log. */
export const questionOf = ({ question }: Item) => (question === null ? {} : { question });

/** What an outcome at the service means for its rate limiter; null: nothing was asked of the service. */
export function rateLimitEventOf(error: AnyError | null): RateLimitEvent | null {
  switch (error?.kind) {
    case 'file_gone':
    case 'unreadable_file':
      return null;
    case 'rate_limited':
      return { kind: 'limited', retryAfter: error.retryAfter };
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'denied' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'server_error':
    case 'interrupted':
    case 'timeout':
    case 'bad_document':
      return { kind: 'unclear' };
    // A refusal is an answer, so the service works.
    case 'impossible':
    case 'unproven':
    case 'not_found':
    case 'bad_request':
    case 'invalid':
    case undefined:
      return { kind: 'fine' };
  }
}

/** Asks a service whether it is well. */
export const probeWith =
  ({ probe }: Pick<Service, 'probe'>): (() => Promise<RateLimitEvent>) =>
  async () => {
    const reply = await probe();
    return rateLimitEventOf(reply.ok ? null : reply.error) ?? { kind: 'fine' };
  };
