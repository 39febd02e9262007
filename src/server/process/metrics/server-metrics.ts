/** The server metrics of `/metrics`, beside delivery: events, reply times, and the process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tenant } from '../../../core/model/ids.ts';
import { type ProxyEvent, proxyEvents } from '../../http/operator/events.ts';
import type { HttpReply } from '../../http/options.ts';
import type { Metrics } from '../../ports.ts';
import { release } from '../release.ts';
import { type ServiceEvent, serviceEvents } from './service-health.ts';

export interface ServerMetrics {
  /** null: no known tenant. */
  onEvent(event: ProxyEvent | ServiceEvent, tenant: Tenant | null): void;
  onReply(reply: HttpReply): void;
  /**
   * Events are those of the tenant; reply times and process figures are the same for all, and contain nothing of any
   * tenant.
   */
  readonly metrics: Metrics;
}

export function createServerMetrics(tenants: readonly Tenant[]): ServerMetrics {
  const all = new Map(tenants.map((tenant) => [tenant, createEventFigures(tenant)]));
  const of = (tenant: Tenant) => {
    const figures = all.get(tenant);
    if (figures === undefined) throw new Error('Figures belong to a tenant that is not here.');
    return figures;
  };
  const http = createHttpFigures();
  return {
    onReply: http.observe,
    onEvent(event, tenant) {
      if (tenant !== null) of(tenant).counter.inc({ event });
      else for (const { counter } of all.values()) counter.inc({ event, tenant: '' });
    },
    metrics: async (tenant) => (await of(tenant).registry.metrics()) + (await http.metrics()),
  };
}

/** Events of no tenant are shown to every tenant, with an empty label; events of another tenant never. */
function createEventFigures(tenant: Tenant) {
  const registry = new Registry();
  registry.setDefaultLabels({ tenant });
  const counter = new Counter({
    name: 'apply_events_total',
    help: 'Wrong keys, limits that were met and the like; an empty tenant: of none that is known.',
    labelNames: ['event', 'tenant'],
    registers: [registry],
  });
  for (const event of [...proxyEvents, ...serviceEvents]) counter.inc({ event }, 0);
  for (const event of proxyEvents) counter.inc({ event, tenant: '' }, 0);
  return { registry, counter };
}

/** Seconds: from a form in memory to a receipt that waited as long as it may. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

function createHttpFigures() {
  const registry = new Registry();
  const build = new Gauge({
    name: 'apply_build_info',
    help: 'Always 1: its labels say which version and build run.',
    labelNames: ['version', 'build'],
    registers: [registry],
  });
  build.set({ ...release }, 1);
  const durations = new Histogram({
    name: 'apply_http_request_duration_seconds',
    help: 'Until a reply was made, by the pattern of the path.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  let isCollecting = false;
  return {
    observe({ method, route, status, seconds }: HttpReply): void {
      const labels = {
        // A client can invent any method, and each would add a permanent time series.
        method: methods.has(method) ? method : 'other',
        route: route ?? 'none',
        status: `${Math.floor(status / 100)}xx`,
      };
      durations.observe(labels, seconds);
    },
    /** A server whose metrics are never read should not pay for the timer that measures the event loop. */
    metrics(): Promise<string> {
      if (!isCollecting) collectDefaultMetrics({ register: registry });
      isCollecting = true;
      return registry.metrics();
    },
  };
}
