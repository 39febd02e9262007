/** What the operator is told of the whole server, beside its deliveries: figures, readiness, and what each service says. */
import { tenant } from '../../../core/model/ids.ts';
import { describeError } from '../../http/describe-error.ts';
import type { CountingScanner } from '../../http/files/scanner.ts';
import { createEvents } from '../../http/operator/events.ts';
import { createAdvisingLog } from '../../http/operator/log-advice.ts';
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
  /** Of what is answered beside the proxy: pages and files. */
  readonly onReply: (reply: HttpReply) => void;
  /** An exception that was thought of nowhere: counted, and logged without what it says. */
  readonly tellUnexpected: (error: unknown, route?: string) => void;
  /** The same doors, watched, and what else the proxy tells of itself. */
  over(doors: ComposedDelivery['doors']): WatchedDoors;
}

/** @param scanner null: files are not scanned */
export function createServerWatch(
  tenants: readonly { readonly name: string }[],
  log: ServerLog,
  scanner: CountingScanner | null,
): ServerWatch {
  const names = tenants.map(({ name }) => tenant(name));
  const figures = createServerMetrics(names);
  const health = createServiceHealth({ tenants: names, log, onEvent: figures.onEvent });
  const readiness = createReadiness(health, scanner);
  const events = createEvents({ onEvent: figures.onEvent, log: createAdvisingLog(log, Date.now) });
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
