/**
 * The durable delivery: what is accepted is stored, and what is stored is carried to the service, exactly once
 * (`reliability.md` 4). One process has one; several may work on one store.
 */
import type { Delivery, Operator } from '../model/ports.ts';
import type { LedgerMeans } from './ledger-means.ts';

export interface Ledger extends Delivery, Operator {
  /** Begins to deliver what is due. */
  start(): void;
  /** Takes up nothing more, and waits so many milliseconds for the requests that are under way. */
  drain(grace: number): Promise<void>;
}

export function createLedger(_means: LedgerMeans): Ledger {
  throw new Error('The ledger is still being built.');
}
