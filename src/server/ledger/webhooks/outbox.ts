/**
 * The outbox of webhook events: one for each state of a submission, written by the transaction that changes the state,
 * so that a crash loses both or neither. Each address has its own circuit breaker and pauses.
 */
import {
  type ApplicationId,
  type JobId,
  jobId,
  type Reference,
  type Subject,
  type Tenant,
  tenant,
} from '../../../core/model/ids.ts';
import type { SubjectKey } from '../../ports.ts';
import type { Done } from '../acts.ts';
import { causeOf, type LedgerDependencies } from '../dependencies.ts';
import type { AttentionKey } from '../ledger-store.ts';
import { createBreaker } from '../rate-limiter.ts';
import { applicationOf, type Item, presentState, type StoredRecord } from '../record.ts';
import type { Duty } from '../worker.ts';
import type { SendOutcome, TenantWebhooks, WebhookAddress } from './send-webhook.ts';

const eventStates = ['received', 'complete', 'attention', 'refused'] as const;
export type EventState = (typeof eventStates)[number];

/** `expired`: not accepted within three days. `gone`: the receiver answered 410 and wants no more events. */
export type StopReason = 'expired' | 'gone';

export interface WebhookEvent {
  readonly key: SubjectKey;
  /** Counts the events of a submission from 1. */
  readonly sequence: number;
  /** The same in all attempts. */
  readonly id: string;
  readonly state: EventState;
  readonly reference: Reference;
  /** The job whose form was answered, if known: it may have its own webhook. */
  readonly job: JobId | null;
  /** null if it was not made yet. */
  readonly application: ApplicationId | null;
  /** Milliseconds since 1970 by the store's clock, like all times here. */
  readonly acceptedAt: number;
  /** When the application reached the state. */
  readonly happenedAt: number;
  /** When attempts end. */
  readonly expiresAt: number;
  /** Attempts that were started. */
  readonly tries: number;
  /** null if the event is finished. */
  readonly dueAt: number | null;
  /** null if the event was not stopped. */
  readonly stoppedFor: StopReason | null;
}

/** Milliseconds after which an event that was not accepted is stopped: three days. */
export const EXPIRES_AFTER = 3 * 86_400_000;

/** Which events one webhook gets: only those of one job, or all of the tenant except some jobs. */
export interface WebhookScope {
  readonly tenant: Tenant;
  readonly only: JobId | null;
  readonly except: readonly JobId[];
}

/** The version of an event that a change is based on, so that changes in between are not overwritten. */
export type SeenEvent = Pick<WebhookEvent, 'key' | 'sequence' | 'tries'>;

export interface WebhookOutbox {
  /**
   * Takes the next due events, oldest first; of each submission only the first unfinished one. Each counts as tried,
   * and is due again after `holdFor` milliseconds unless its outcome is stored before.
   */
  take(
    scope: WebhookScope,
    wish: { readonly most: number; readonly holdFor: number },
  ): Promise<readonly WebhookEvent[]>;
  /** Finishes an event that was accepted. */
  finish(seen: SeenEvent): Promise<void>;
  /** @param pause milliseconds until the next attempt, which comes no later than the expiry */
  delay(seen: SeenEvent, pause: number): Promise<void>;
  stop(seen: SeenEvent, reason: StopReason): Promise<void>;
  /** Stops the next few events that expired this many milliseconds ago, tried or not. */
  expire(tenant: Tenant, ago: number): Promise<readonly WebhookEvent[]>;
  /** Lists tenants with events that are due now. */
  listDue(tenants: readonly Tenant[]): Promise<readonly Tenant[]>;
  /** Lists the stopped events of one submission in order. */
  listStopped(key: SubjectKey): Promise<readonly WebhookEvent[]>;
  /** Lists the next few submissions with stopped events after this subject, ordered by subject. */
  listSubjects(tenant: Tenant, after: Subject | null): Promise<readonly AttentionKey[]>;
  /** Sends the stopped events of one submission again, or gives them up. Gives their number. */
  runAction(key: SubjectKey, action: 'retry' | 'give_up'): Promise<number>;
  count(tenant: Tenant): Promise<{ readonly waiting: number; readonly stopped: number }>;
}

export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

export const typeOf = (state: EventState) => `application.${state}` as const;

export const messageOf = (event: WebhookEvent): WebhookMessage => ({
  id: event.id,
  body: JSON.stringify({
    type: typeOf(event.state),
    timestamp: new Date(event.happenedAt).toISOString(),
    data: {
      reference: event.reference,
      tenant: event.key.tenant,
      job: event.job,
      application: event.application,
      state: event.state,
      accepted_at: new Date(event.acceptedAt).toISOString(),
      sequence: event.sequence,
    },
  }),
});

/** Milliseconds since 1970 by the store's clock. */
export interface Moment {
  readonly now: number;
  /** null if the store was never a restored copy. */
  readonly restoredAt: number | null;
}

export type LastEvent = Pick<WebhookEvent, 'state' | 'job' | 'sequence'>;

/** Whether the last event has to be read at all: most acts change no state. */
export function mayBeNews(
  before: StoredRecord,
  { record, news }: Done<unknown>,
  { restoredAt }: Moment,
): boolean {
  if (record === null || news === 'nothing_more') return false;
  if (news === 'receipt') return true;
  if (record.items === before.items) return false;
  if (restoredAt === null) return presentState(before) !== presentState(record);
  return record.items.some((item, at) => outcomeOf(item) !== outcomeOf(before.items[at]));
}

const outcomeOf = (item: Item | undefined): string => `${item?.state} ${item?.code}`;

/** @param last the last event of the submission */
export function eventsOf(
  { record, news }: Done<unknown>,
  last: LastEvent,
  moment: Moment,
): readonly WebhookEvent[] {
  if (record === null) return [];
  if (news === 'receipt') return eventsOfReceipt(record, last, moment);
  const event = nextEvent(record, last, moment);
  return event === null ? [] : [event];
}

/**
 * Events of a receipt, for a first submission or a correction. Only a receipt causes `received`: a failed attempt does
 * not make a submission new.
 */
export function eventsOfReceipt(
  record: StoredRecord,
  last: { readonly job: JobId | null; readonly sequence: number },
  moment: Moment,
): readonly WebhookEvent[] {
  const received = newEvent(record, { ...last, state: 'received' }, moment);
  // A form without questions is complete at once.
  const next = nextEvent(record, received, moment);
  return next === null ? [received] : [received, next];
}

/** @returns null if the last event already reported this state */
function nextEvent(record: StoredRecord, last: LastEvent, moment: Moment): WebhookEvent | null {
  const present = presentState(record);
  // Events that a lost store sent are unknown, so a restored copy reports its states again.
  const isNews = present !== last.state || (last.sequence < leapOf(moment.restoredAt) && isAtRest(record));
  if (!isNews || present === 'received') return null;
  const state = eventStates.find((eventState) => eventState === present);
  return state === undefined ? null : newEvent(record, { ...last, state }, moment);
}

/** Milliseconds in which a submission has less than one event on average. */
const LEAP_FOR = 10_000;

/** The lowest sequence of events after a restore, above all that the lost store sent. */
export const leapOf = (restoredAt: number | null): number => Math.floor((restoredAt ?? 0) / LEAP_FOR);

/** Whether no item is unclear and no item without a parent is queued. */
const isAtRest = ({ items }: StoredRecord): boolean =>
  items.every(
    ({ state, parent }) =>
      state !== 'unclear' && state !== 'sending' && (state !== 'queued' || parent !== null),
  );

/** The id is random, so that a restored store never reuses the id of an event that was sent. */
const newEvent = (
  record: StoredRecord,
  { state, job, sequence }: { readonly state: EventState } & Omit<LastEvent, 'state'>,
  { now, restoredAt }: Moment,
): WebhookEvent => ({
  key: record.key,
  sequence: Math.max(sequence + 1, leapOf(restoredAt)),
  id: `msg_${crypto.randomUUID()}`,
  state,
  reference: record.reference,
  job,
  application: applicationOf(record),
  acceptedAt: record.acceptedAt,
  happenedAt: now,
  expiresAt: now + EXPIRES_AFTER,
  tries: 0,
  dueAt: now,
  stoppedFor: null,
});

/** An address and the events that it gets. */
export interface WebhookTarget {
  readonly scopes: readonly WebhookScope[];
  /** Ends by itself within its time limit. */
  send(message: WebhookMessage): Promise<SendOutcome>;
}

/** Assigns events to addresses by the tenants' configuration: a job's own webhook replaces its tenant's. */
export function webhookTargets(
  tenants: readonly { readonly name: string; readonly webhooks: TenantWebhooks }[],
  send: (address: WebhookAddress, message: WebhookMessage) => Promise<SendOutcome>,
): readonly WebhookTarget[] {
  const found = new Map<string, WebhookTarget>();
  const add = (address: WebhookAddress, scope: WebhookScope) => {
    const name = JSON.stringify(address);
    const scopes = [...(found.get(name)?.scopes ?? []), scope];
    found.set(name, { scopes, send: (message) => send(address, message) });
  };
  for (const { name, webhooks } of tenants) {
    const except = [...webhooks.ofJobs.keys()].map(jobId);
    if (webhooks.own !== null) add(webhooks.own, { tenant: tenant(name), only: null, except });
    for (const [job, address] of webhooks.ofJobs)
      add(address, { tenant: tenant(name), only: jobId(job), except: [] });
  }
  return [...found.values()];
}

/** Whether there is a webhook for forms of this job, or of an unknown job. */
export const hasWebhook = (targets: readonly WebhookTarget[], owner: Tenant, job: JobId | null): boolean =>
  targets.some(({ scopes }) => scopes.some((scope) => scope.tenant === owner && coversJob(scope, job)));

const coversJob = ({ only, except }: WebhookScope, job: JobId | null): boolean =>
  only === null ? job === null || !except.includes(job) : only === job;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Fraction by which a pause is randomised, so that waiting events do not all return at once. */
const JITTER = 0.1;
/**
 * Milliseconds after each failed attempt, as Standard Webhooks proposes. The last attempt comes when the event expires.
 */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
/** Concurrent events to one address. */
const MOST_AT_ONCE = 8;
/** Milliseconds that a process has for an attempt, whose time limit is ten seconds, before another one makes it. */
const TAKEN_FOR = MINUTE;
/** Milliseconds between searches for expired events that were never tried, and how long ago they expired. */
const [EXPIRED_EACH, EXPIRED_AGO] = [MINUTE, HOUR];

type SendDependencies = Pick<
  LedgerDependencies,
  'clock' | 'ledgerMetrics' | 'log' | 'random' | 'store' | 'tenants'
>;

interface Queue {
  readonly target: WebhookTarget;
  readonly breaker: ReturnType<typeof createBreaker>;
  /** null while nothing is being sent to it. */
  running: Promise<void> | null;
}

export function createWebhookDuty(dependencies: SendDependencies, targets: readonly WebhookTarget[]): Duty {
  const { clock, store, tenants } = dependencies;
  const queues: readonly Queue[] = targets.map((target) => ({
    target,
    breaker: createBreaker(),
    running: null,
  }));
  let expiredAt = Number.NEGATIVE_INFINITY;
  return {
    async begin(signal) {
      // Also ends events that were never tried, because their address fails or is no longer configured.
      if (clock.monotonic() - expiredAt >= EXPIRED_EACH) {
        expiredAt = clock.monotonic();
        for (const tenant of tenants)
          for (const event of await store.webhooks.expire(tenant, EXPIRED_AGO))
            reportStop(dependencies, event, 'expired');
      }
      const due = queues.length === 0 ? [] : await store.webhooks.listDue(tenants);
      for (const queue of queues) {
        const isDue = queue.target.scopes.some(({ tenant }) => due.includes(tenant));
        if (isDue && queue.running === null)
          queue.running = sendDue(dependencies, queue, signal).finally(() => {
            queue.running = null;
          });
      }
    },
    end: () => Promise.all(queues.map(({ running }) => running)),
  };
}

/** Sends until nothing is due at this address, or its breaker opens. */
async function sendDue(dependencies: SendDependencies, queue: Queue, signal: AbortSignal): Promise<void> {
  const { clock, log } = dependencies;
  const { breaker } = queue;
  try {
    while (!signal.aborted && breaker.restsUntil() <= clock.monotonic()) {
      const events = await take(dependencies, queue);
      if (events.length === 0) return;
      if (breaker.state() !== 'closed') breaker.probe(clock.monotonic());
      await Promise.all(events.map((event) => send(dependencies, queue, event)));
    }
  } catch (error) {
    log.error('store_failed', { cause: causeOf(error) });
  }
}

/** Takes due events, or one as a probe if the address has failed. */
async function take(
  { store }: SendDependencies,
  { target, breaker }: Queue,
): Promise<readonly WebhookEvent[]> {
  const most = breaker.state() === 'closed' ? MOST_AT_ONCE : 1;
  const taken: WebhookEvent[] = [];
  for (const scope of target.scopes)
    if (taken.length < most)
      taken.push(...(await store.webhooks.take(scope, { most: most - taken.length, holdFor: TAKEN_FOR })));
  return taken;
}

async function send(
  dependencies: SendDependencies,
  { target, breaker }: Queue,
  event: WebhookEvent,
): Promise<void> {
  const { clock, store, ledgerMetrics, log } = dependencies;
  const outcome = await target.send(messageOf(event));
  // A 410 is a reply, so the address works.
  breaker.report(clock.monotonic(), { kind: outcome.kind === 'failed' ? 'unclear' : 'fine' });
  if (outcome.kind === 'gone') return stop(dependencies, event, 'gone');
  ledgerMetrics.webhook(event.key.tenant, outcome.kind);
  if (outcome.kind === 'delivered') return store.webhooks.finish(event);
  log.warn('webhook_failed', { ...namesOf(event), cause: outcome.cause });
  return putOff(dependencies, event);
}

async function putOff(dependencies: SendDependencies, event: WebhookEvent): Promise<void> {
  const { tries, dueAt, expiresAt } = event;
  // When it was taken, by the store's clock.
  const takenAt = (dueAt ?? 0) - TAKEN_FOR;
  if (takenAt >= expiresAt) return stop(dependencies, event, 'expired');
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? HOUR;
  await dependencies.store.webhooks.delay(event, pause * (1 - JITTER + 2 * JITTER * dependencies.random()));
}

async function stop(dependencies: SendDependencies, event: WebhookEvent, reason: StopReason): Promise<void> {
  await dependencies.store.webhooks.stop(event, reason);
  reportStop(dependencies, event, reason);
}

const namesOf = ({ key, job }: WebhookEvent) => ({ tenant: key.tenant, ...(job !== null && { job }) });

function reportStop({ log, ledgerMetrics }: SendDependencies, event: WebhookEvent, code: StopReason): void {
  ledgerMetrics.webhook(event.key.tenant, 'stopped');
  log.error('webhook_stopped', { ...namesOf(event), reference: event.reference, code });
}
