/**
 * What becomes of a submission in the weeks after it came: the machine is switched on shortly before and after each
 * moment at which something of it has to go, and not a day before.
 */
import type { Tenant } from '../../src/core/model/ids.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import { forgetAt, type Item, RETENTION, type StoredRecord } from '../../src/server/ledger/record.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Fleet } from './fleet.ts';
import type { Case } from './oracle.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export interface AgeingDependencies {
  readonly world: World;
  readonly tenant: Tenant;
  readonly fleet: Pick<Fleet, 'switchOff' | 'switchOn'>;
  readonly store: LedgerStore;
  readonly cases: readonly Case[];
}

/** Milliseconds before and after the moment. */
const MARGIN = 3_600_000;
/** Milliseconds: two sweeps, since what is leased during the first is left to the next. */
const SWEPT_AFTER = 4_500_000;
/** Milliseconds in which a process at its start has swept once. */
const STARTED = 600_000;

const { payloads, fingerprints } = RETENTION;

/** Whether and when the machine is switched off. */
export function drawAgeing(random: Random, isConcurrent: boolean): 'early' | 'late' | null {
  const isOld = random.chance(faults.ageing.share) && !isConcurrent;
  const isEarly = random.chance(faults.ageing.early);
  if (!isOld) return null;
  return isEarly ? 'early' : 'late';
}

/** Until what did not arrive is wiped. The number of faults. */
export async function wipe(ageing: AgeingDependencies): Promise<number> {
  const before = await readAll(ageing);
  if (before.length === 0) return 0;
  const accepted = before.map(({ acceptedAt }) => acceptedAt);
  await sleepUntil(ageing, Math.min(...accepted) + payloads - MARGIN, STARTED);
  const kept = await readAll(ageing);
  let faults = 0;
  for (const { key, items } of before) {
    const now = kept.find((record) => record.key.subject === key.subject);
    if (now === undefined) faults += 1;
    else faults += items.filter((item) => isCarried(item) && isWiped(now, item)).length;
  }
  await sleepUntil(ageing, Math.max(...accepted) + payloads + MARGIN, SWEPT_AFTER);
  for (const { items } of await readAll(ageing)) faults += items.filter(isCarried).length;
  return faults;
}

/** Until all but the consents is forgotten. The number of faults. */
export async function forget(ageing: AgeingDependencies): Promise<number> {
  const before = await readAll(ageing);
  if (before.length === 0) return 0;
  const consented = await countConsents(ageing);
  await sleepUntil(ageing, Math.min(...before.map(lastChangeOf)) + fingerprints - MARGIN, STARTED);
  const kept = await readAll(ageing);
  await sleepUntil(ageing, Math.max(...kept.map(lastChangeOf)) + fingerprints + MARGIN, SWEPT_AFTER);
  const left = await readAll(ageing);
  const isConsentLost = (await countConsents(ageing)) !== consented;
  return before.length - kept.length + left.length + Number(isConsentLost);
}

const isCarried = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

const isWiped = ({ items }: StoredRecord, { question, part }: Item): boolean =>
  items.some(
    (item) =>
      item.question === question && item.part === part && item.payload === null && item.state !== 'delivered',
  );

const lastChangeOf = (record: StoredRecord): number => forgetAt(record) - fingerprints;

async function readAll({ store, cases }: AgeingDependencies): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (const { key } of cases) {
    const record = await store.find(key);
    if (record !== null && record.erasedAt === null) found.push(record);
  }
  return found;
}

async function countConsents({ store, tenant, cases }: AgeingDependencies): Promise<number> {
  let count = 0;
  for (const { key } of cases) count += (await store.findConsents(tenant, { subject: key.subject })).length;
  return count;
}

/** @param until by the store's clock */
async function sleepUntil(
  { world, fleet, store }: AgeingDependencies,
  until: number,
  awake: number,
): Promise<void> {
  fleet.switchOff();
  world.trace?.('machine', 'is switched off');
  await world.timeline.pause(until - (await store.now()));
  world.trace?.('machine', 'is switched on');
  fleet.switchOn();
  await world.timeline.pause(awake);
}
