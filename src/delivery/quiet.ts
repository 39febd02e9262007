/** How long after a POST's time limit the service is given to be silent: learned upward, from what came later. */
import type { Tenant } from '../model/ids.ts';

export interface Quiet {
  /** Milliseconds. */
  of(tenant: Tenant): number;
  /** @param late milliseconds from a mark until the service stored what was sent */
  learn(tenant: Tenant, late: number): void;
}

/** `reliability.md` 4.6. */
const MARGIN = 3;
/** Milliseconds: a clock that is wrong at the service must not stop everything. */
const LONGEST = 900_000;

/** @param floor milliseconds */
export function createQuiet(floor: number): Quiet {
  const learned = new Map<Tenant, number>();
  const of = (tenant: Tenant) => learned.get(tenant) ?? floor;
  return {
    of,
    learn: (tenant, late) => learned.set(tenant, Math.max(of(tenant), Math.min(late * MARGIN, LONGEST))),
  };
}
