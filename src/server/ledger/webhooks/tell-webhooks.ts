/** Sends to webhooks what became of applications: apart from the delivery, with a breaker and a pause of its own for each address. */
import { unreachable } from '../../../core/model/failure.ts';
import { type JobId, jobId, type Tenant, tenant } from '../../../core/model/ids.ts';
import type { LedgerDependencies, WebhookMetrics } from '../dependencies.ts';
import { causeOf } from '../dependencies.ts';
import { type Breaker, createBreaker } from '../rate-limiter.ts';
import type { Duty } from '../worker.ts';
import type { TellOutcome, TenantWebhooks, WebhookAddress } from './send-webhook.ts';
import {
  LONGEST_PAUSE,
  messageOf,
  type WebhookEvent,
  type WebhookMessage,
  type WebhookScope,
} from './webhook-event.ts';

/** One address, and what it gets. */
export interface WebhookTarget {
  readonly scopes: readonly WebhookScope[];
  /** Ends within its time limit, by itself. */
  tell(message: WebhookMessage): Promise<TellOutcome>;
}

export interface Webhooks {
  readonly targets: readonly WebhookTarget[];
  readonly metrics: WebhookMetrics;
}

type Configured = readonly { readonly name: string; readonly webhooks: TenantWebhooks }[];

/** Which address gets what, as the tenants configure it: a job's own webhook takes the place of its tenant's. */
export function webhookTargets(
  tenants: Configured,
  tell: (address: WebhookAddress, message: WebhookMessage) => Promise<TellOutcome>,
): readonly WebhookTarget[] {
  const found = new Map<string, WebhookTarget>();
  const add = (address: WebhookAddress, scope: WebhookScope) => {
    const name = JSON.stringify(address);
    const scopes = [...(found.get(name)?.scopes ?? []), scope];
    found.set(name, { scopes, tell: (message) => tell(address, message) });
  };
  for (const { name, webhooks } of tenants) {
    const except = [...webhooks.ofJobs.keys()].map(jobId);
    if (webhooks.own !== null) add(webhooks.own, { tenant: tenant(name), only: null, except });
    for (const [job, address] of webhooks.ofJobs)
      add(address, { tenant: tenant(name), only: jobId(job), except: [] });
  }
  return [...found.values()];
}

/** Whether there is a webhook for the forms of this job, or of one that is not known. */
export const hasWebhook = ({ targets }: Pick<Webhooks, 'targets'>, of: Tenant, job: JobId | null): boolean =>
  targets.some(({ scopes }) =>
    scopes.some(
      ({ tenant, only, except }) =>
        tenant === of && (only === null ? job === null || !except.includes(job) : only === job),
    ),
  );

const SECOND = 1_000;
const [MINUTE, HOUR] = [60 * SECOND, 3_600 * SECOND];
/** Part by which a pause is longer or shorter, so that those who wait do not all return at once. */
const JITTER = 0.1;
/** Milliseconds after each try that failed, as Standard Webhooks proposes: the last one comes when the event expires. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20].map((hours) => hours * HOUR),
  LONGEST_PAUSE / (1 + JITTER),
];

/** Events that one address gets at once. */
const MOST_AT_ONCE = 8;
/** Milliseconds that a process has for a try, with its time limit of ten seconds, before another one makes it. */
const HELD_FOR = MINUTE;
/** Milliseconds between looks for what expired where no try was made, and until then. */
const [EXPIRED_EACH, EXPIRED_AGO] = [MINUTE, HOUR];
/** Milliseconds between two lines of the log that say the same of one address. */
const SAID_EACH = HOUR;

interface Line {
  readonly target: WebhookTarget;
  readonly breaker: Breaker;
  isBusy: boolean;
  /** Monotonic milliseconds of the last line of the log; null: the last try was taken. */
  saidAt: number | null;
}

export interface TellingDependencies
  extends Pick<LedgerDependencies, 'clock' | 'log' | 'random' | 'store' | 'tenants'>,
    Webhooks {}

interface Telling extends TellingDependencies {
  readonly lines: readonly Line[];
  readonly underWay: Set<Promise<void>>;
  expiredAt: number;
}

export function createTeller(dependencies: TellingDependencies): Duty {
  const telling: Telling = {
    ...dependencies,
    lines: dependencies.targets.map((target) => ({
      ...{ target, breaker: createBreaker(), isBusy: false, saidAt: null },
    })),
    underWay: new Set(),
    expiredAt: Number.NEGATIVE_INFINITY,
  };
  return {
    async begin(signal) {
      await expire(telling);
      await takeUp(telling, signal);
    },
    async end() {
      await Promise.all(telling.underWay);
    },
  };
}

/** What was never tried, since its address failed for others or is not configured any more, ends as well. */
async function expire(telling: Telling): Promise<void> {
  const { clock, store, tenants } = telling;
  if (clock.monotonic() - telling.expiredAt < EXPIRED_EACH) return;
  telling.expiredAt = clock.monotonic();
  for (const tenant of tenants)
    for (const event of await store.webhooks.expire(tenant, EXPIRED_AGO))
      reportStop(telling, event, 'expired');
}

async function takeUp(telling: Telling, signal: AbortSignal): Promise<void> {
  const { clock, lines, store, tenants, underWay } = telling;
  if (lines.length === 0) return;
  const due = await store.webhooks.listDue(tenants);
  for (const line of lines) {
    const isDue = line.target.scopes.some(({ tenant }) => due.includes(tenant));
    if (!isDue || line.isBusy || !mayTell(line, clock.monotonic())) continue;
    line.isBusy = true;
    const run = serve(telling, line, signal).finally(() => {
      line.isBusy = false;
      underWay.delete(run);
    });
    underWay.add(run);
  }
}

const mayTell = ({ breaker }: Line, now: number): boolean =>
  breaker.state() === 'closed' || breaker.restsUntil() <= now;

/** Until nothing is due at this address, or it is to be left alone. */
async function serve(telling: Telling, line: Line, signal: AbortSignal): Promise<void> {
  const { clock, log } = telling;
  try {
    while (!signal.aborted && mayTell(line, clock.monotonic())) {
      const events = await take(telling, line);
      if (events.length === 0) return;
      if (line.breaker.state() !== 'closed') line.breaker.probe(clock.monotonic());
      await Promise.all(events.map((event) => tell(telling, line, event)));
    }
  } catch (error) {
    log.error('store_failed', { cause: causeOf(error) });
  }
}

/** One as a probe of an address that failed. */
async function take({ store }: Telling, { target, breaker }: Line): Promise<readonly WebhookEvent[]> {
  const most = breaker.state() === 'closed' ? MOST_AT_ONCE : 1;
  const taken: WebhookEvent[] = [];
  for (const scope of target.scopes)
    if (taken.length < most)
      taken.push(...(await store.webhooks.take(scope, { most: most - taken.length, holdFor: HELD_FOR })));
  return taken;
}

async function tell(telling: Telling, line: Line, event: WebhookEvent): Promise<void> {
  const { clock, store, metrics, log } = telling;
  const outcome = await line.target.tell(messageOf(event));
  const now = clock.monotonic();
  switch (outcome.kind) {
    case 'told':
      line.breaker.report(now, { kind: 'fine' });
      metrics.webhook(event.key.tenant, 'told');
      if (line.saidAt !== null) log.warn('webhook_works_again', namesOf(event));
      line.saidAt = null;
      return store.webhooks.finish(event);
    case 'gone':
      // It answers, and says what it wants.
      line.breaker.report(now, { kind: 'fine' });
      await store.webhooks.stop(event, 'gone');
      return reportStop(telling, event, 'gone');
    case 'failed':
      line.breaker.report(now, { kind: 'unclear' });
      metrics.webhook(event.key.tenant, 'failed');
      if (line.saidAt === null || now - line.saidAt >= SAID_EACH) {
        line.saidAt = now;
        log.warn('webhook_failed', { ...namesOf(event), cause: outcome.cause });
      }
      return putOff(telling, event);
    default:
      return unreachable(outcome);
  }
}

async function putOff(telling: Telling, event: WebhookEvent): Promise<void> {
  const { store, random } = telling;
  const { tries, dueAt, expiresAt } = event;
  // When it was taken, by the store's clock.
  const takenAt = (dueAt ?? 0) - HELD_FOR;
  if (takenAt >= expiresAt) {
    await store.webhooks.stop(event, 'expired');
    return reportStop(telling, event, 'expired');
  }
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? HOUR;
  await store.webhooks.delay(event, pause * (1 - JITTER + 2 * JITTER * random()));
}

const namesOf = ({ key, job }: WebhookEvent) => ({ tenant: key.tenant, ...(job === null ? {} : { job }) });

function reportStop({ log, metrics }: Telling, event: WebhookEvent, code: 'expired' | 'gone'): void {
  metrics.webhook(event.key.tenant, 'stopped');
  log.error('webhook_stopped', { ...namesOf(event), reference: event.reference, code });
}
