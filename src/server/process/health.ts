/**
 * What each tenant's service says about our key and address: taken from every reply, logged once, and over with the
 * next request that works. And whether this process can take requests, as far as it knows without asking its store.
 */
import type { Tenant } from '../../core/model/ids.ts';
import type { CountingScanner } from '../files/scan.ts';
import type { Log } from '../log.ts';
import type { Degradation, Readiness, Staging } from '../ports.ts';
import type { ServiceOutcome } from '../service/send-request.ts';

export const serviceEvents = ['service_key_refused', 'service_address_wrong'] as const;
/** Called for each reply that reports such a fault. */
export type ServiceEvent = (typeof serviceEvents)[number];

type Fault = Extract<Degradation, 'service_key' | 'service_address'>;

export interface ServiceHealth {
  tell(tenant: Tenant, outcome: ServiceOutcome): void;
  degradedOf(tenant: Tenant): readonly (Fault | 'service_away')[];
  /** Since the start every service has only refused: 401, 403, or 404 to the list of questions. */
  isRefused(): boolean;
}

export interface HealthDependencies {
  readonly tenants: readonly Tenant[];
  readonly log: Log;
  readonly onEvent: (event: ServiceEvent, tenant: Tenant) => void;
}

interface Health {
  isKeyUnknown: boolean;
  /** What the key may not do, as `read questions`: a key that may read need not be allowed to write. */
  readonly forbidden: Set<string>;
  isElsewhere: boolean;
  /** Requests in a row that no service answered, or only with a fault of its own. */
  unanswered: number;
  wasWell: boolean;
  saidNo: boolean;
}

/** One may be lost on the way. */
const MOST_UNANSWERED = 3;

const unanswered: readonly string[] = ['unreachable', 'timeout', 'interrupted', 'server_error'];

const isAway = (health: Health | undefined): boolean => (health?.unanswered ?? 0) >= MOST_UNANSWERED;

export function createServiceHealth(dependencies: HealthDependencies): ServiceHealth {
  const { tenants, onEvent, log } = dependencies;
  const all = new Map<Tenant, Health>(tenants.map((tenant) => [tenant, newHealth()]));
  const degradedOf = (tenant: Tenant) => [
    ...(isAway(all.get(tenant)) ? (['service_away'] as const) : []),
    ...faultsOf(all.get(tenant)),
  ];
  return {
    degradedOf,
    isRefused: () => [...all.values()].every(({ wasWell, saidNo }) => saidNo && !wasWell),
    tell(tenant, outcome) {
      const health = all.get(tenant);
      if (health === undefined) return;
      const before = faultsOf(health);
      const wasAway = isAway(health);
      const fault = learn(health, outcome);
      const cause = outcome.error?.kind ?? '';
      health.unanswered = unanswered.includes(cause) ? health.unanswered + 1 : 0;
      if (isAway(health) && !wasAway) log.warn('service_failed', { tenant, cause });
      const after = faultsOf(health);
      if (fault !== null) onEvent(events[fault], tenant);
      for (const each of after) if (!before.includes(each)) log.error(events[each], { tenant });
      const isWellAgain = (before.length > 0 || wasAway) && after.length === 0 && !isAway(health);
      if (isWellAgain) log.warn('service_works_again', { tenant });
    },
  };
}

const newHealth = (): Health => ({
  isKeyUnknown: false,
  forbidden: new Set(),
  isElsewhere: false,
  unanswered: 0,
  wasWell: false,
  saidNo: false,
});

function faultsOf(health: Health | undefined): readonly Fault[] {
  if (health === undefined) return [];
  const { isKeyUnknown, forbidden, isElsewhere } = health;
  return [
    ...(isKeyUnknown || forbidden.size > 0 ? (['service_key'] as const) : []),
    ...(isElsewhere ? (['service_address'] as const) : []),
  ];
}

/** @returns the fault that this reply shows */
function learn(health: Health, outcome: ServiceOutcome): Fault | null {
  const asked = askedOf(outcome);
  if (outcome.error === null) {
    health.forbidden.delete(asked);
    Object.assign(health, { isKeyUnknown: false, isElsewhere: false, wasWell: true });
    return null;
  }
  const { kind } = outcome.error;
  const isForbidden = kind === 'forbidden' && !beyondDocument.includes(asked);
  if (kind === 'unauthorized' || isForbidden) {
    if (isForbidden) health.forbidden.add(asked);
    else health.isKeyUnknown = true;
    health.saidNo = true;
    return 'service_key';
  }
  if (!isElsewhere(outcome)) return null;
  health.isElsewhere = true;
  // A page in place of the list may come from a service under maintenance: no reason to stop giving receipts.
  health.saidNo ||= isAbsent(outcome.error);
  return 'service_address';
}

/** This path identifies a service: it exists for every key, and never answers 404, whatever is requested. */
const LIST = 'read questions';
/** A key that may not read them is reported as `public_jobs_refused` and `postings_refused`. */
const beyondDocument: readonly string[] = ['read jobs', 'read job_postings'];

const isElsewhere = (outcome: ServiceOutcome): boolean =>
  outcome.isUnknownHost ||
  (askedOf(outcome) === LIST && (isAbsent(outcome.error) || outcome.error?.kind === 'bad_document'));

const isAbsent = (error: ServiceOutcome['error']): boolean =>
  error?.kind === 'not_found' || (error?.kind === 'bad_document' && error.status === 404);

/** `read questions`, `write answers`: without ids. */
const askedOf = ({ isWrite, path }: ServiceOutcome): string =>
  `${isWrite ? 'write' : 'read'} ${path.split('/')[3] ?? ''}`;

const events = {
  service_key: 'service_key_refused',
  service_address: 'service_address_wrong',
} as const satisfies Readonly<Record<Fault, ServiceEvent>>;

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
