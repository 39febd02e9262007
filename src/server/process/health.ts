/**
 * What each tenant's service says about our key and address: taken from every reply, logged once, and over with the
 * next request that works. And whether this process can take requests, as far as it knows without asking its store.
 */
import type { Tenant } from '../../core/model/ids.ts';
import type { CountingScanner } from '../files/scan.ts';
import type { Log } from '../log.ts';
import type { Degradation, Staging } from '../ports.ts';
import type { ServiceOutcome } from '../service/send-request.ts';

export const serviceEvents = ['service_key_refused', 'service_address_wrong'] as const;
/** Called for each reply that reports such a fault. */
export type ServiceEvent = (typeof serviceEvents)[number];

type Fault = Extract<Degradation, 'service_key' | 'service_address'>;

interface HealthDependencies {
  readonly tenants: readonly Tenant[];
  readonly log: Log;
  readonly onEvent: (event: ServiceEvent, tenant: Tenant) => void;
}

/** Of the service of one tenant. */
const newHealth = () => ({
  /** What the key may not do, as `read questions`: a key that may read need not be allowed to write. */
  forbidden: new Set<string>(),
  isElsewhere: false,
  /** Requests in a row that no service answered, or only with a fault of its own. */
  unanswered: 0,
  wasWell: false,
  saidNo: false,
});
type Health = ReturnType<typeof newHealth>;

/** Of a key that the service does not know. */
const ANYTHING = '';
/** One may be lost on the way. */
const MOST_UNANSWERED = 3;
const unanswered: readonly string[] = ['unreachable', 'timeout', 'interrupted', 'server_error'];

export type ServiceHealth = ReturnType<typeof createServiceHealth>;

export function createServiceHealth({ tenants, onEvent, log }: HealthDependencies) {
  const all = new Map<Tenant, Health>(tenants.map((tenant) => [tenant, newHealth()]));
  return {
    degradedOf: (tenant: Tenant) => degradationsOf(all.get(tenant) ?? newHealth()),
    /** Since the start every service has only refused: 401, 403, or 404 to the list of questions. */
    isRefused: () => [...all.values()].every(({ wasWell, saidNo }) => saidNo && !wasWell),
    tell(tenant: Tenant, outcome: ServiceOutcome): void {
      const health = all.get(tenant);
      if (health === undefined) return;
      const before = degradationsOf(health);
      const fault = learn(health, outcome);
      const cause = outcome.error?.kind ?? '';
      health.unanswered = unanswered.includes(cause) ? health.unanswered + 1 : 0;
      const after = degradationsOf(health);
      if (fault !== null) onEvent(events[fault], tenant);
      for (const each of after) {
        if (before.includes(each)) continue;
        if (each === 'service_away') log.warn('service_failed', { tenant, cause });
        else log.error(events[each], { tenant });
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
  return (['service_away', 'service_key', 'service_address'] as const).filter((one) => all[one]);
}

/** @returns the fault that this reply shows */
function learn(health: Health, outcome: ServiceOutcome): Fault | null {
  const asked = askedOf(outcome);
  const { error } = outcome;
  if (error === null) {
    for (const one of [asked, ANYTHING]) health.forbidden.delete(one);
    Object.assign(health, { isElsewhere: false, wasWell: true });
    return null;
  }
  const isForbidden = error.kind === 'forbidden' && !beyondDocument.includes(asked);
  if (error.kind === 'unauthorized' || isForbidden) {
    health.forbidden.add(isForbidden ? asked : ANYTHING);
    health.saidNo = true;
    return 'service_key';
  }
  if (!isElsewhere(outcome)) return null;
  health.isElsewhere = true;
  // A page in place of the list may come from a service under maintenance: no reason to stop giving receipts.
  health.saidNo ||= isAbsent(error);
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

export type ServerReadiness = ReturnType<typeof createReadiness>;

/** @param scanner null: files are not scanned */
export function createReadiness(
  { degradedOf, isRefused }: Pick<ServiceHealth, 'degradedOf' | 'isRefused'>,
  scanner: Pick<CountingScanner, 'isFailing'> | null = null,
) {
  let isStopping = false;
  let isFull = false;
  return {
    /** From now on `/readyz` answers 503 with the reason `stopping`, so that load balancers send requests elsewhere. */
    stop() {
      isStopping = true;
    },
    /** The same staging; it counts as full from the first file that does not fit to the next that is accepted. */
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
