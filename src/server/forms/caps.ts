/** How much visitors may leave here: one quota for each tenant and one for each network. What back ends vouch for is under neither. */
import { LRUCache } from 'lru-cache';
import type { Tenant } from '../../core/model/ids.ts';
import type { TenantOptions } from '../http/options.ts';
import type { Delivery } from '../ports.ts';
import { networkOf } from '../sessions/visitors.ts';

/** What a tenant may configure as `caps`. */
export interface Caps {
  /** Applications of visitors that are not delivered yet. */
  readonly queued: number;
  /** Of one network in half an hour: each application counts one, and each megabyte of a file that is begun. */
  readonly network: number;
}

export const defaultCaps: Caps = { queued: 10_000, network: 600 };

/** `raised`: an application has to cost its sender something. `full`: it has to wait. */
export type Verdict = 'free' | 'raised' | 'full';

/** Seconds. */
export const QUEUE_PAUSE = 30;

/** Milliseconds. */
const WINDOW = 1_800_000;
const MB = 1_048_576;
/** Part of a quota from which on each application has to cost something. */
const RAISED_FROM = 0.25;
/** Networks that are remembered, about 150 bytes each. */
const REMEMBERED = 100_000;

type Receiver = Pick<TenantOptions, 'caps'> & { readonly id: Tenant };

export interface CapJudge {
  /** Of a visitor's application that is not stored yet. Counts it unless it has to wait. */
  judgeApplication(tenant: Receiver, address: string): Promise<Verdict>;
  hasRoomForFile(tenant: Receiver, address: string): boolean;
  countFile(tenant: Receiver, address: string, bytes: number): void;
}

interface Dependencies {
  readonly delivery: Pick<Delivery, 'visitorsQueued'>;
  readonly now: () => number;
}

/** What networks sent is counted in this process alone, in windows of the clock. */
export function createCapJudge({ delivery, now }: Dependencies): CapJudge {
  const sums = new LRUCache<string, { readonly window: number; readonly sum: number }>({ max: REMEMBERED });
  const nameOf = ({ id }: Receiver, address: string) => JSON.stringify([id, networkOf(address)]);
  const windowNow = () => Math.floor(now() / WINDOW);
  function sumOf(name: string): number {
    const known = sums.get(name);
    return known?.window === windowNow() ? known.sum : 0;
  }
  const add = (name: string, amount: number) =>
    sums.set(name, { window: windowNow(), sum: sumOf(name) + amount });
  return {
    async judgeApplication(tenant, address) {
      const { queued, network } = capsOf(tenant);
      const name = nameOf(tenant, address);
      const used = Math.max(
        ((await delivery.visitorsQueued?.(tenant.id)) ?? 0) / queued,
        sumOf(name) / network,
      );
      if (used >= 1) return 'full';
      add(name, 1);
      return used >= RAISED_FROM ? 'raised' : 'free';
    },
    hasRoomForFile: (tenant, address) => sumOf(nameOf(tenant, address)) < capsOf(tenant).network,
    countFile: (tenant, address, bytes) => add(nameOf(tenant, address), Math.ceil(bytes / MB)),
  };
}

const capsOf = ({ caps }: Receiver): Caps => ({ ...defaultCaps, ...caps });
