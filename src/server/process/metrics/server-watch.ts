/**
 * What the operator is told about the server, beside its deliveries: metrics, readiness, and the health of each
 * service.
 */
import { tenant } from '../../../core/model/ids.ts';
import type { CountingScanner } from '../../files/scan.ts';
import { describeError } from '../../http/describe-error.ts';
import { createEvents } from '../../http/operator/events.ts';
import type { HttpReply, ProxyOptions } from '../../http/options.ts';
import type { ComposedDelivery } from '../compose-delivery.ts';
import type { ServerLog } from '../log.ts';
import { createReadiness, type ServerReadiness } from './readiness.ts';
import { createServerMetrics } from './server-metrics.ts';
import { createServiceHealth, type ServiceHealth } from './service-health.ts';

type WatchedDoors = ComposedDelivery['doors'] &
  Required<Pick<ProxyOptions, 'readiness' | 'onEvent' | 'onReply' | 'onServiceReply' | 'log'>>;

export interface ServerWatch {
  readonly health: ServiceHealth;
  readonly readiness: ServerReadiness;
  /** For what is answered outside the proxy: pages and files. */
  readonly onReply: (reply: HttpReply) => void;
  /** An unforeseen exception: counted, and logged without its message. */
  readonly tellUnexpected: (error: unknown, route?: string) => void;
  /** The same dependencies with metrics and logging added, and what else the proxy reports about itself. */
  over(doors: ComposedDelivery['doors']): WatchedDoors;
}

interface WatchDependencies {
  readonly log: ServerLog;
  /** null: files are not scanned. */
  readonly scanner: CountingScanner | null;
}

export function createServerWatch(
  tenants: readonly { readonly name: string }[],
  { log, scanner }: WatchDependencies,
): ServerWatch {
  const names = tenants.map(({ name }) => tenant(name));
  const figures = createServerMetrics(names);
  const health = createServiceHealth({ tenants: names, log, onEvent: figures.onEvent });
  const readiness = createReadiness(health, scanner);
  const events = createEvents({ onEvent: figures.onEvent, log });
  return {
    health,
    readiness,
    onReply: figures.onReply,
    tellUnexpected(error, route) {
      events.tell('unexpected', { ...describeError(error), ...(route === undefined ? {} : { route }) });
    },
    over: (doors) => ({
      ...doors,
      staging: readiness.watch(doors.staging),
      metrics: async (name) => (await doors.metrics(name)) + (await figures.metrics(name)),
      readiness,
      onEvent: figures.onEvent,
      onReply: figures.onReply,
      onServiceReply: health.tell,
      log: health.quiet(log),
    }),
  };
}
