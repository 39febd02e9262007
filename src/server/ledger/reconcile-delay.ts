/** How long after a POST's time limit the service is given to be silent: learned upward, from what came later. */
import type { Tenant } from '../../core/model/ids.ts';
import type { LedgerStore } from './ledger-store.ts';

export interface ReconcileDelay {
  /** Milliseconds. */
  of(tenant: Tenant): number;
  /**
   * A store that does not answer just now keeps nothing of it; this process does.
   *
   * @param late milliseconds from a mark until the service stored what was sent
   */
  learn(tenant: Tenant, late: number): Promise<void>;
  /** What other processes, and those before this one, have learned. Rejects where the store does not answer. */
  recall(): Promise<void>;
}

/** Times what was seen (`src/server/ledger/README.md#the-reconcile-delay`). */
const MARGIN = 3;
/** Milliseconds: a clock that is wrong at the service must not stop everything. */
const LONGEST = 900_000;

/** @param floor milliseconds */
export function createReconcileDelay(
  floor: number,
  store: Pick<LedgerStore, 'readReconcileDelay' | 'learnReconcileDelay'>,
): ReconcileDelay {
  const learned = new Map<Tenant, number>();
  const of = (tenant: Tenant) => learned.get(tenant) ?? floor;
  const raise = (tenant: Tenant, quiet: number) => learned.set(tenant, Math.max(of(tenant), quiet));
  return {
    of,
    async learn(tenant, late) {
      const quiet = Math.min(late * MARGIN, LONGEST);
      if (quiet <= floor) return;
      raise(tenant, quiet);
      await store.learnReconcileDelay(tenant, quiet).catch(() => undefined);
    },
    async recall() {
      for (const [tenant, quiet] of await store.readReconcileDelay()) raise(tenant, Math.min(quiet, LONGEST));
    },
  };
}
