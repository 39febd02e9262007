/** Monitoring of a running process: the figures of `/metrics`, the health of each service, and readiness. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tenant } from '../../core/model/ids.ts';
import type { CountingScanner } from '../files/scan.ts';
import { type ProxyEvent, proxyEvents } from '../http/events.ts';
import type { HttpReply } from '../http/options.ts';
import {
  type LedgerMetrics,
  metricEvents,
  postOutcomes,
  tagOutcomes,
  webhookOutcomes,
} from '../ledger/dependencies.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { RateLimiter } from '../ledger/rate-limiter.ts';
import type { Log } from '../log.ts';
import { type Degradation, type FileVerdict, fileVerdicts, type Staging } from '../ports.ts';
import type { ServiceOutcome } from '../service/send-request.ts';
import { release } from './release.ts';

export interface MetricsDependencies {
  readonly tenants: readonly Tenant[];
  readonly store: Pick<LedgerStore, 'backlog' | 'now'> & {
    readonly webhooks: Pick<LedgerStore['webhooks'], 'count'>;
  };
  readonly rateLimiterOf: (tenant: Tenant) => Pick<RateLimiter, 'figures'>;
  /** Verdicts of the scanner since the start; absent if files are not scanned. */
  readonly scansOf?: ((tenant: Tenant) => Readonly<Record<FileVerdict, number>>) | undefined;
}

export function createMetrics(dependencies: MetricsDependencies) {
  const all = new Map(dependencies.tenants.map((tenant) => [tenant, createFigures(tenant)]));
  const figuresOf = (tenant: Tenant) => {
    const figures = all.get(tenant);
    if (figures === undefined) throw new Error('Metrics were requested for an unknown tenant.');
    return figures;
  };
  const http = createHttpFigures();
  const ledgerMetrics: LedgerMetrics = {
    received: (tenant) => figuresOf(tenant).receipts.inc(),
    posted: (tenant, outcome) => figuresOf(tenant).posts.inc({ outcome }),
    foundLate: (tenant, seconds) => figuresOf(tenant).late.observe(Math.max(0, seconds)),
    audited(tenant, { duplicates, missing }) {
      figuresOf(tenant).duplicates.inc(duplicates);
      figuresOf(tenant).missing.inc(missing);
    },
    tagged: (tenant, outcome) => figuresOf(tenant).tags.inc({ outcome }),
    refusedApplication(tenant, code, fields) {
      for (const field of fields.length === 0 ? ['none'] : fields)
        figuresOf(tenant).refused.inc({ code, field });
    },
    counted: (tenant, event) => figuresOf(tenant).ledgerEvents.inc({ event }),
    webhook: (tenant, outcome) => figuresOf(tenant).webhooks.inc({ outcome }),
  };
  return {
    ledgerMetrics,
    /** @param tenant null if unknown */
    onEvent(event: ProxyEvent | ServiceEvent, tenant: Tenant | null): void {
      if (tenant !== null) figuresOf(tenant).events.inc({ event });
      else for (const { events } of all.values()) events.inc({ event, tenant: '' });
    },
    onReply: http.observe,
    /** Gives the tenant's figures, and those of the process, which contain nothing of any tenant. */
    async metrics(tenant: Tenant): Promise<string> {
      await readGauges(figuresOf(tenant), tenant, dependencies);
      return (await figuresOf(tenant).registry.metrics()) + (await http.metrics());
    },
  };
}

type Figures = ReturnType<typeof createFigures>;

/** Seconds. */
const lateBuckets = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300];

const help = {
  events: 'Wrong keys, reached limits and similar events; the tenant is empty if unknown.',
  late: 'Seconds from the start of an unclear POST until the service had stored it.',
  posts: 'POSTs to the service, by outcome.',
  tags: 'Complete submissions, by outcome of the tags of the tenant and of consents.',
  refused: 'Applications that the service refused, by reason and by each field that it named, or none.',
  webhooks: 'Attempts to send to a webhook, by outcome; stopped: events that failed for good.',
  scans: 'Scanned files, by verdict; unknown: the scanner gave none, so the file waits.',
  ledgerEvents: 'Other events of the delivery.',
  receipts: 'Accepted submissions and corrections.',
  duplicates: 'Answers that the service showed twice.',
  missing: 'Delivered answers that the service did not show.',
  undelivered:
    'Events that a webhook has not accepted yet: waiting for an attempt, or stopped until the operator acts.',
  submissions: 'Unfinished submissions, by what they wait for.',
  items: 'Undelivered answers and applications, by state.',
  readable: '1 if the store was read for these figures; 0 if its figures are missing.',
  oldest: 'Age of the oldest unfinished submission in seconds.',
  rate: 'Maximum requests per second to the service, as learned.',
  waiting: 'Requests that wait for their turn.',
  breaker: 'State of the circuit breaker: 1 for the current state.',
};

/** Each tenant has its own registry, so that no tenant sees the figures of another. */
function createFigures(tenant: Tenant) {
  const registry = new Registry();
  registry.setDefaultLabels({ tenant });
  const registers = [registry];
  /** @param values values of the first label, exported from the start, at 0 */
  const counter = (name: string, help: string, labelNames: string[] = [], values: readonly string[] = []) => {
    const created = new Counter({ name, help, labelNames, registers });
    for (const value of values) created.inc({ [labelNames[0] ?? '']: value }, 0);
    return created;
  };
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  // Events without a tenant are shown to every tenant, with an empty label; events of another tenant never.
  const events = counter(
    'apply_events_total',
    help.events,
    ['event', 'tenant'],
    [...proxyEvents, ...serviceEvents],
  );
  for (const event of proxyEvents) events.inc({ event, tenant: '' }, 0);
  const late = { name: 'apply_late_commit_seconds', help: help.late, buckets: lateBuckets, registers };
  return {
    registry,
    events,
    late: new Histogram(late),
    posts: counter('apply_posts_total', help.posts, ['outcome'], postOutcomes),
    tags: counter('apply_tags_total', help.tags, ['outcome'], tagOutcomes),
    refused: counter('apply_applications_refused_total', help.refused, ['code', 'field']),
    webhooks: counter('apply_webhooks_total', help.webhooks, ['outcome'], webhookOutcomes),
    scans: counter('apply_scans_total', help.scans, ['verdict'], fileVerdicts),
    ledgerEvents: counter('apply_ledger_events_total', help.ledgerEvents, ['event'], metricEvents),
    receipts: counter('apply_receipts_total', help.receipts),
    duplicates: counter('apply_duplicates_observed_total', help.duplicates),
    missing: counter('apply_missing_observed_total', help.missing),
    undelivered: gauge('apply_webhooks_undelivered', help.undelivered, ['state']),
    submissions: gauge('apply_backlog_submissions', help.submissions, ['state']),
    items: gauge('apply_backlog_items', help.items, ['state']),
    readable: gauge('apply_store_readable', help.readable),
    oldest: gauge('apply_oldest_undelivered_seconds', help.oldest),
    rate: gauge('apply_service_rate', help.rate),
    waiting: gauge('apply_service_waiting', help.waiting),
    breaker: gauge('apply_service_breaker', help.breaker, ['state']),
  };
}

const itemStates = ['queued', 'sending', 'unclear', 'refused', 'parked'] as const;

/** Reads the gauges. If the store does not answer, its figures are missing, and `/readyz` reports it. */
async function readGauges(
  figures: Figures,
  tenant: Tenant,
  dependencies: MetricsDependencies,
): Promise<void> {
  const { store, rateLimiterOf, scansOf } = dependencies;
  figures.scans.reset();
  for (const verdict of fileVerdicts) figures.scans.inc({ verdict }, scansOf?.(tenant)[verdict] ?? 0);
  const { rate, waiting, breaker } = rateLimiterOf(tenant).figures();
  figures.rate.set(rate);
  figures.waiting.set(waiting);
  for (const state of ['closed', 'open', 'probing'] as const)
    figures.breaker.set({ state }, Number(state === breaker));
  for (const gauge of [figures.submissions, figures.items, figures.undelivered]) gauge.reset();
  // Removed, because 0 would mean that nothing waits.
  figures.oldest.remove();
  const read = await Promise.all([store.now(), store.backlog(), store.webhooks.count(tenant)]).catch(
    () => null,
  );
  figures.readable.set(read === null ? 0 : 1);
  if (read === null) return;
  const [now, backlogs, undelivered] = read;
  figures.undelivered.set({ state: 'waiting' }, undelivered.waiting);
  figures.undelivered.set({ state: 'stopped' }, undelivered.stopped);
  const backlog = backlogs.find((backlog) => backlog.tenant === tenant);
  const { queued = 0, attention = 0, oldestAcceptedAt = null } = backlog ?? {};
  figures.submissions.set({ state: 'queued' }, queued);
  figures.submissions.set({ state: 'attention' }, attention);
  for (const state of itemStates) figures.items.set({ state }, backlog?.items[state] ?? 0);
  figures.oldest.set(oldestAcceptedAt === null ? 0 : Math.max(0, (now - oldestAcceptedAt) / 1000));
}

/** Seconds: from a cached form to a receipt that waited as long as is allowed. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A client can invent any method, and each would add a permanent time series. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

function createHttpFigures() {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'apply_build_info',
    help: 'Always 1; its labels are the running version and build.',
    labelNames: ['version', 'build'],
    registers,
  }).set({ ...release }, 1);
  const durations = new Histogram({
    name: 'apply_http_request_duration_seconds',
    help: 'Seconds until the reply was ready, by path pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  });
  let isCollecting = false;
  return {
    observe: ({ method, route, status, seconds }: HttpReply): void =>
      durations.observe(
        {
          method: methods.has(method) ? method : 'other',
          route: route ?? 'none',
          status: `${Math.floor(status / 100)}xx`,
        },
        seconds,
      ),
    /** Collects process figures only after the first read, because they need a timer for the event loop. */
    metrics(): Promise<string> {
      if (!isCollecting) collectDefaultMetrics({ register: registry });
      isCollecting = true;
      return registry.metrics();
    },
  };
}

export const serviceEvents = ['service_key_refused', 'service_address_wrong'] as const;
/** Called for each reply that shows such a fault. */
export type ServiceEvent = (typeof serviceEvents)[number];

type Fault = Extract<Degradation, 'service_key' | 'service_address'>;

interface HealthDependencies {
  readonly tenants: readonly Tenant[];
  readonly log: Log;
  readonly onEvent: (event: ServiceEvent, tenant: Tenant) => void;
}

/** Health of one tenant's service. */
const createHealth = () => ({
  /** Operations that the key may not do, such as `read questions`: a key that may read need not be allowed to write. */
  forbidden: new Set<string>(),
  isElsewhere: false,
  /** Consecutive requests without an answer, or with a server error. */
  unanswered: 0,
  hasSucceeded: false,
  hasRefused: false,
});
type Health = ReturnType<typeof createHealth>;

/** Stands for all operations, if the service does not know the key. */
const EVERYTHING = '';
/** Consecutive requests without an answer before the service counts as away: one or two may be lost on the way. */
const MOST_UNANSWERED = 3;
const unansweredKinds: readonly string[] = ['unreachable', 'timeout', 'interrupted', 'server_error'];

export type ServiceHealth = ReturnType<typeof createServiceHealth>;

export function createServiceHealth({ tenants, onEvent, log }: HealthDependencies) {
  const all = new Map<Tenant, Health>(tenants.map((tenant) => [tenant, createHealth()]));
  return {
    degradedOf: (tenant: Tenant) => degradationsOf(all.get(tenant) ?? createHealth()),
    /** True if every service has only refused since the start: 401, 403, or 404 to the list of questions. */
    isRefused: () => [...all.values()].every(({ hasSucceeded, hasRefused }) => hasRefused && !hasSucceeded),
    record(tenant: Tenant, outcome: ServiceOutcome): void {
      const health = all.get(tenant);
      if (health === undefined) return;
      const before = degradationsOf(health);
      const fault = updateHealth(health, outcome);
      const cause = outcome.error?.kind ?? '';
      health.unanswered = unansweredKinds.includes(cause) ? health.unanswered + 1 : 0;
      const after = degradationsOf(health);
      if (fault !== null) onEvent(events[fault], tenant);
      for (const degradation of after) {
        if (before.includes(degradation)) continue;
        if (degradation === 'service_away') log.warn('service_failed', { tenant, cause });
        else log.error(events[degradation], { tenant });
      }
      if (before.length > 0 && after.length === 0) log.warn('service_works_again', { tenant });
    },
  };
}

function degradationsOf(health: Health): readonly (Fault | 'service_away')[] {
  const all = {
    service_away: health.unanswered >= MOST_UNANSWERED,
    service_key: health.forbidden.size > 0,
    service_address: health.isElsewhere,
  };
  return (['service_away', 'service_key', 'service_address'] as const).filter((name) => all[name]);
}

/**
 * Updates the health.
 * @returns the fault that this reply shows
 */
function updateHealth(health: Health, outcome: ServiceOutcome): Fault | null {
  const operation = operationOf(outcome);
  const { error } = outcome;
  if (error === null) {
    for (const allowed of [operation, EVERYTHING]) health.forbidden.delete(allowed);
    Object.assign(health, { isElsewhere: false, hasSucceeded: true });
    return null;
  }
  const isForbidden = error.kind === 'forbidden' && !undocumentedReads.includes(operation);
  if (error.kind === 'unauthorized' || isForbidden) {
    health.forbidden.add(isForbidden ? operation : EVERYTHING);
    health.hasRefused = true;
    return 'service_key';
  }
  if (!isElsewhere(outcome)) return null;
  health.isElsewhere = true;
  // A page in place of the list may come from a service under maintenance, which is no reason to stop giving receipts.
  health.hasRefused ||= isAbsent(error);
  return 'service_address';
}

/** This path identifies a service: it exists for every key and is never a 404. */
const LIST = 'read questions';
/** A key that may not read these is reported as `public_jobs_refused` or `postings_refused`. */
const undocumentedReads: readonly string[] = ['read jobs', 'read job_postings'];

const isElsewhere = (outcome: ServiceOutcome): boolean =>
  outcome.isUnknownHost ||
  (operationOf(outcome) === LIST && (isAbsent(outcome.error) || outcome.error?.kind === 'bad_document'));

const isAbsent = (error: ServiceOutcome['error']): boolean =>
  error?.kind === 'not_found' || (error?.kind === 'bad_document' && error.status === 404);

/** `read questions` or `write answers`: the path without ids. */
const operationOf = ({ isWrite, path }: ServiceOutcome): string =>
  `${isWrite ? 'write' : 'read'} ${path.split('/')[3] ?? ''}`;

const events = {
  service_key: 'service_key_refused',
  service_address: 'service_address_wrong',
} as const satisfies Readonly<Record<Fault, ServiceEvent>>;

/** @param scanner null if files are not scanned */
export function createReadiness(
  { degradedOf, isRefused }: Pick<ServiceHealth, 'degradedOf' | 'isRefused'>,
  scanner: Pick<CountingScanner, 'isFailing'> | null = null,
) {
  let isStopping = false;
  let isFull = false;
  return {
    /**
     * Makes `/readyz` answer 503 with the reason `stopping` from now on, so that load balancers send requests
     * elsewhere.
     */
    stop() {
      isStopping = true;
    },
    /** Wraps the staging: it counts as full from the first file that does not fit to the next that is accepted. */
    watch: (staging: Staging): Staging => ({
      ...staging,
      async put(key, file) {
        const put = await staging.put(key, file);
        if (put.ok || put.error.kind === 'full') isFull = !put.ok;
        return put;
      },
    }),
    isStopping: () => isStopping,
    isRefused,
    degradedOf: (tenant: Tenant): readonly Degradation[] => [
      ...degradedOf(tenant),
      ...(isFull ? (['staging'] as const) : []),
      ...(scanner?.isFailing() === true ? (['scanner'] as const) : []),
    ],
  };
}
