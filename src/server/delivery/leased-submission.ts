/** One submission in the hands of one worker, for as long as it holds the lease. */

import type { LedgerMeans } from './dependencies.ts';
import type { Item, ItemChange, RecordChange, StoredRecord } from './ledger-store.ts';
import type { MeterEvent } from './metrics.ts';
import { applicationOf } from './next-step.ts';
import { news } from './notifier.ts';
import type { Quiet } from './reconcile-delay.ts';

export interface Lane {
  readonly means: LedgerMeans;
  readonly quiet: Quiet;
  /** Aborts when nothing more is to be begun. */
  readonly stop: AbortController;
  /** As it is stored, as far as this worker knows: every change names the version that it saw. */
  record: StoredRecord;
  /** Somebody else has it. */
  isLost: boolean;
  /** Another secret sealed it: a process that has that one shall go on. */
  isLeft: boolean;
  /** Monotonic milliseconds; null: it does not wait for a turn. */
  waitsSince: number | null;
  /** By the store's clock, as it was with the lease. */
  now(): number;
}

export function openLane(shop: Pick<Lane, 'means' | 'quiet'>, record: StoredRecord): Lane {
  const { clock, rules } = shop.means;
  const leasedAt = record.leaseUntil - rules.leaseFor;
  const since = clock.monotonic();
  return {
    ...shop,
    record,
    stop: new AbortController(),
    isLost: false,
    isLeft: false,
    waitsSince: null,
    now: () => leasedAt + clock.monotonic() - since,
  };
}

export const heldBy = ({ record, means }: Lane) => ({ key: record.key, owner: means.owner });

export const paceOf = ({ means, record }: Lane) => means.paceOf(record.key.tenant);
export const carrierOf = ({ means, record }: Lane) => means.carrierOf(record.key.tenant);
/** null: the tenant has no tag. */
export const taggerOf = ({ means, record }: Lane) => means.taggerOf?.(record.key.tenant) ?? null;
export const quietOf = ({ quiet, record }: Lane): number => quiet.of(record.key.tenant);

export const count = ({ means, record }: Lane, event: MeterEvent): void =>
  means.meter.counted(record.key.tenant, event);

/** What a log line says of whom it concerns. */
export const namesOf = ({ record }: Pick<Lane, 'record'>) => ({
  tenant: record.key.tenant,
  reference: record.reference,
  application: applicationOf(record),
  ...(record.job === null ? {} : { job: record.job }),
});

/** Something was not as this worker thought. */
export async function refresh(lane: Lane): Promise<void> {
  const record = await lane.means.store.find(lane.record.key);
  const isOurs = record?.leaseOwner === lane.means.owner && record.leaseUntil > lane.now();
  if (isOurs) lane.record = record;
  else lose(lane);
}

export function lose(lane: Lane): void {
  if (!lane.isLost) count(lane, 'lease_lost');
  lane.isLost = true;
  lane.stop.abort(news);
}

export async function changeRecord(lane: Lane, change: RecordChange): Promise<void> {
  if (await lane.means.store.change(heldBy(lane), change)) lane.record = { ...lane.record, ...change };
  else lose(lane);
}

/** false: somebody changed it meanwhile, and it is seen anew. */
export async function change(lane: Lane, item: Item, change: ItemChange): Promise<boolean> {
  const isDone = await persist(lane, () => lane.means.store.settle(lane.record.key, item, change));
  if (isDone) place(lane, { ...item, ...change, version: item.version + 1 });
  else await refresh(lane);
  return isDone;
}

export function place(lane: Lane, changed: Item): void {
  const items = lane.record.items.map((item) =>
    item.question === changed.question && item.part === changed.part ? changed : item,
  );
  lane.record = { ...lane.record, items };
}

/** Milliseconds between tries to write down what is known; together about as long as a database is restarted. */
const WRITE_PAUSES = [100, 300, 1_000, 3_000, 6_000];

/** What became of a POST is worth some tries: forgotten, it has to be looked for. */
async function persist(lane: Lane, write: () => Promise<boolean>): Promise<boolean> {
  for (const pause of WRITE_PAUSES) {
    try {
      return await write();
    } catch {
      count(lane, 'store_failed');
      await lane.means.clock.sleep(pause);
    }
  }
  return write();
}

/** Milliseconds. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Before the next try: doubles with each that failed, and never the same for all who wait. */
export function pauseAfter(lane: Lane, failures: number): number {
  return spread(lane, Math.min(SHORTEST_PAUSE * 2 ** Math.min(failures, 16), LONGEST_PAUSE));
}

/** Never the same for all who wait. */
export const spread = ({ means }: Lane, pause: number): number => pause * (0.75 + means.random() / 2);
