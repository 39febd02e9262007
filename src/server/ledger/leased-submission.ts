/** One submission in the hands of one worker, for as long as it holds the lease. */

import type { TagToWrite } from '../service/changes.ts';
import type { LedgerDependencies } from './dependencies.ts';
import type { MetricEvent } from './metrics.ts';
import { applicationOf } from './next-step.ts';
import { notified } from './notifier.ts';
import type { ReconcileDelay } from './reconcile-delay.ts';
import type { Item, ItemChange, RecordChange, StoredRecord } from './record.ts';

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
/** null: nothing is tagged. */
export const taggerOf = ({ dependencies, record }: LeasedSubmission) =>
  dependencies.taggerOf?.(record.key.tenant) ?? null;
/** What is added to the application once all of it arrived: the tenant's tag, and those of consents; each once. */
export function tagsOf(leased: LeasedSubmission): readonly TagToWrite[] {
  const { dependencies, record } = leased;
  const tagger = taggerOf(leased);
  if (tagger === null) return [];
  const { job = null, ids = [] } = record.consented ?? {};
  const ofConsent = (id: string) =>
    dependencies.consentTagOf?.(record.key.tenant, record.job ?? job, id) ?? [];
  const all = [...(tagger.tag === null ? [] : [tagger.tag]), ...ids.flatMap(ofConsent)];
  return [...new Map(all.map((one) => [JSON.stringify([one.context, one.tag]), one])).values()];
}

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
