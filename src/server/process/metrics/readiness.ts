/** Whether this process can take requests, and what is wrong with it, as far as it knows without asking its store. */

import type { CountingScanner } from '../../files/scan.ts';
import type { Readiness, Staging } from '../../ports.ts';
import type { ServiceHealth } from './service-health.ts';

export interface ServerReadiness extends Readiness {
  /** From now on `/readyz` answers 503 with the reason `stopping`, so that load balancers send requests elsewhere. */
  stop(): void;
  /** The same staging; it counts as full from the first file that does not fit to the next that is accepted. */
  watch(staging: Staging): Staging;
}

/** @param scanner null: files are not scanned */
export function createReadiness(
  { degradedOf, isRefused }: Pick<ServiceHealth, 'degradedOf' | 'isRefused'>,
  scanner: Pick<CountingScanner, 'isFailing'> | null = null,
): ServerReadiness {
  let isStopping = false;
  let isFull = false;
  return {
    stop() {
      isStopping = true;
    },
    watch: (staging) => ({
      ...staging,
      async put(key, file) {
        const put = await staging.put(key, file);
        if (put.ok || put.error.kind === 'full') isFull = !put.ok;
        return put;
      },
    }),
    isStopping: () => isStopping,
    isRefused,
    degradedOf: (tenant) => [
      ...degradedOf(tenant),
      ...(isFull ? (['staging'] as const) : []),
      ...(scanner?.isFailing() === true ? (['scanner'] as const) : []),
    ],
  };
}
