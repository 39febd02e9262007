/**
 * The delivery metrics of `/metrics`: counted as events happen, or read from the store and the rate limiter on request.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Tenant } from '../../../core/model/ids.ts';
import type { LedgerStore } from '../../ledger/ledger-store.ts';
import {
  type LedgerMetrics,
  metricEvents,
  postOutcomes,
  tagOutcomes,
  type WebhookMetrics,
  webhookOutcomes,
} from '../../ledger/metrics.ts';
import type { RateLimiter } from '../../ledger/rate-limit/rate-limiter.ts';
import { type FileVerdict, fileVerdicts, type Metrics } from '../../ports.ts';

export interface DeliveryMetrics {
  readonly ledgerMetrics: LedgerMetrics;
  readonly webhookMetrics: WebhookMetrics;
  readonly metrics: Metrics;
}

export interface MetricsDependencies {
  readonly tenants: readonly Tenant[];
  readonly store: Pick<LedgerStore, 'backlog' | 'now'> & {
    readonly webhooks: Pick<LedgerStore['webhooks'], 'count'>;
  };
  readonly rateLimiterOf: (tenant: Tenant) => Pick<RateLimiter, 'figures'>;
  /** Verdicts of the scanner since the start; absent when files are not scanned. */
  readonly scansOf?: (tenant: Tenant) => Readonly<Record<FileVerdict, number>>;
}

export function createDeliveryMetrics(dependencies: MetricsDependencies): DeliveryMetrics {
  const all = new Map(dependencies.tenants.map((tenant) => [tenant, createFigures(tenant)]));
  const of = (tenant: Tenant) => {
    const figures = all.get(tenant);
    if (figures === undefined) throw new Error('Figures belong to a tenant that is not here.');
    return figures;
  };
  return {
    ledgerMetrics: {
      received: (tenant) => of(tenant).receipts.inc(),
      posted: (tenant, outcome) => of(tenant).posts.inc({ outcome }),
      foundLate: (tenant, seconds) => of(tenant).late.observe(Math.max(0, seconds)),
      audited(tenant, { duplicates, missing }) {
        of(tenant).duplicates.inc(duplicates);
        of(tenant).missing.inc(missing);
      },
      tagged: (tenant, outcome) => of(tenant).tags.inc({ outcome }),
      refusedApplication(tenant, code, fields) {
        // A refusal that names no field is counted, too.
        for (const field of fields.length === 0 ? (['none'] as const) : fields)
          of(tenant).refused.inc({ code, field });
      },
      counted: (tenant, event) => of(tenant).events.inc({ event }),
    },
    webhookMetrics: { webhook: (tenant, outcome) => of(tenant).webhooks.inc({ outcome }) },
    async metrics(tenant) {
      await look(of(tenant), tenant, dependencies);
      return of(tenant).registry.metrics();
    },
  };
}

type Figures = ReturnType<typeof createFigures>;

/** Seconds. */
const lateBuckets = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300];

const createLate = (registers: Registry[]) =>
  new Histogram({
    name: 'apply_late_commit_seconds',
    help: 'From the beginning of an unclear POST until the service had stored it.',
    buckets: lateBuckets,
    registers,
  });

interface Counts {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** Every label value is exported from the start, at 0. */
  readonly values: readonly string[];
  readonly registers: Registry[];
}

function createCounter({ name, help, label, values, registers }: Counts): Counter {
  const counter = new Counter({ name, help, labelNames: [label], registers });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return counter;
}

const createRefused = (registers: Registry[]) =>
  new Counter({
    name: 'apply_applications_refused_total',
    help: 'Applications that the service did not make, by why and by each field that it named, or none.',
    labelNames: ['code', 'field'],
    registers,
  });

const createScans = (registers: Registry[]) =>
  createCounter({
    name: 'apply_scans_total',
    help: 'Files that were scanned, by what the scanner said; unknown: nothing, so the file waits.',
    label: 'verdict',
    values: fileVerdicts,
    registers,
  });

const createWebhookFigures = (registers: Registry[]) => ({
  webhooks: createCounter({
    name: 'apply_webhooks_total',
    help: 'Tries to tell a webhook, by what became of them; stopped: what it was not told for good.',
    label: 'outcome',
    values: webhookOutcomes,
    registers,
  }),
  untold: new Gauge({
    name: 'apply_webhooks_untold',
    help: 'Events that a webhook was not told: waiting for a try, or stopped until the operator acts.',
    labelNames: ['state'],
    registers,
  }),
});

const createBacklogs = (registers: Registry[]) => ({
  submissions: new Gauge({
    name: 'apply_backlog_submissions',
    help: 'Submissions that are not finished, by what they wait for.',
    labelNames: ['state'],
    registers,
  }),
  items: new Gauge({
    name: 'apply_backlog_items',
    help: 'Answers and applications that are not delivered, by state.',
    labelNames: ['state'],
    registers,
  }),
});

/** Each tenant has its own registry, so that no tenant sees the figures of another. */
function createFigures(tenant: Tenant) {
  const registry = new Registry();
  registry.setDefaultLabels({ tenant });
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const counted = (counts: Omit<Counts, 'registers'>) => createCounter({ ...counts, registers });
  return {
    registry,
    posts: counted({
      name: 'apply_posts_total',
      help: 'POSTs to the service, by what became of them.',
      label: 'outcome',
      values: postOutcomes,
    }),
    tags: counted({
      name: 'apply_tags_total',
      help: 'Complete submissions, by what became of the tags of the tenant and of consents.',
      label: 'outcome',
      values: tagOutcomes,
    }),
    refused: createRefused(registers),
    ...createWebhookFigures(registers),
    scans: createScans(registers),
    receipts: counter('apply_receipts_total', 'Submissions and corrections that were accepted.'),
    events: counted({
      name: 'apply_ledger_events_total',
      help: 'What else happened while answers were carried.',
      label: 'event',
      values: metricEvents,
    }),
    duplicates: counter(
      'apply_duplicates_observed_total',
      'Answers that the service was seen to hold twice.',
    ),
    missing: counter('apply_missing_observed_total', 'Delivered answers that the service did not show.'),
    late: createLate(registers),
    ...createBacklogs(registers),
    readable: gauge(
      'apply_store_readable',
      '1 when the store was read for these figures; 0: those of the store are missing.',
    ),
    oldest: gauge('apply_oldest_undelivered_seconds', 'Age of the oldest submission that is not finished.'),
    rate: gauge('apply_service_rate', 'Requests a second that the service is asked at the most, as learned.'),
    waiting: gauge('apply_service_waiting', 'Requests that wait for their turn.'),
    breaker: new Gauge({
      name: 'apply_service_breaker',
      help: 'Whether the service is left alone: 1 for the present state.',
      labelNames: ['state'],
      registers,
    }),
  };
}

const itemStates = ['queued', 'sending', 'unclear', 'refused', 'parked'] as const;

/** If the store does not answer, its figures are left out: `/readyz` reports it. */
async function look(figures: Figures, tenant: Tenant, dependencies: MetricsDependencies): Promise<void> {
  const { store, rateLimiterOf, scansOf } = dependencies;
  figures.scans.reset();
  for (const verdict of fileVerdicts) figures.scans.inc({ verdict }, scansOf?.(tenant)[verdict] ?? 0);
  const { rate, waiting, breaker } = rateLimiterOf(tenant).figures();
  figures.rate.set(rate);
  figures.waiting.set(waiting);
  for (const state of ['closed', 'open', 'probing'] as const)
    figures.breaker.set({ state }, Number(state === breaker));
  for (const gauge of [figures.submissions, figures.items, figures.untold]) gauge.reset();
  // Reset, it would say that nothing waits.
  figures.oldest.remove();
  const read = await Promise.all([store.now(), store.backlog(), store.webhooks.count(tenant)]).catch(
    () => null,
  );
  figures.readable.set(read === null ? 0 : 1);
  if (read === null) return;
  const [now, backlogs, untold] = read;
  figures.untold.set({ state: 'waiting' }, untold.waiting);
  figures.untold.set({ state: 'stopped' }, untold.stopped);
  const backlog = backlogs.find((one) => one.tenant === tenant);
  const { queued = 0, attention = 0, oldestAcceptedAt = null } = backlog ?? {};
  figures.submissions.set({ state: 'queued' }, queued);
  figures.submissions.set({ state: 'attention' }, attention);
  for (const state of itemStates) figures.items.set({ state }, backlog?.items[state] ?? 0);
  figures.oldest.set(oldestAcceptedAt === null ? 0 : Math.max(0, (now - oldestAcceptedAt) / 1000));
}
