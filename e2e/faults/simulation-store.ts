/** What a simulation needs of its store, whichever it is. */
import type { Tenant } from '../../src/core/model/ids.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { Lessons } from '../../src/server/ports.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** The store as one process reaches it, or the one who judges. */
export interface StoreAccess {
  readonly ledger: LedgerStore;
  readonly lessons: Lessons;
}

export interface SimulationStore extends StoreAccess {
  /** Of the process at this place, counted from 0: with connections of its own, where there are any. */
  accessOf(place: number): StoreAccess;
  /** The process at this place is gone, and its connections may be. */
  breakOff(place: number): void;
  /** Resolves when nothing is under way in the store any more. */
  settle(): Promise<void>;
  /** Copies what is stored now; calling the result restores it. */
  backUp(): Promise<() => Promise<void>>;
}

/** What a simulation gives its store. */
export interface StoreWish {
  readonly tenant: Tenant;
  readonly timeline: Timeline;
  /** Milliseconds since 1970, as the store's machine tells it. Postgres has its own clock. */
  readonly now: () => number;
  /** Whether a fault of a database happens now. */
  readonly strikes: (share: number) => boolean;
  readonly random: Random;
}

export interface Stores {
  /** Calls of several processes run at once, in an order that no schedule repeats. */
  readonly isConcurrent: boolean;
  /** Whether one more simulation can begin. */
  hasFreeStore(): boolean;
  createStore(wish: StoreWish): SimulationStore;
  /** Whether calls of this tenant are still under way in real time, so that its next event must wait. */
  isBusy(tenant: Tenant): boolean;
  /** The simulation of this tenant is over. */
  forget(tenant: Tenant): void;
  close(): Promise<void>;
}
