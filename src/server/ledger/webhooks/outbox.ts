/**
 * What webhooks get: one event for each state that an application comes into, written by the transaction that changes the
 * state, so that a crash loses both or neither; and sent from here, with a breaker and a pause of its own for each address.
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

/** `expired`: it was not taken for three days. `gone`: the receiver answered 410, so that it wants nothing more. */
export type StopReason = 'expired' | 'gone';

export interface WebhookEvent {
  readonly key: SubjectKey;
  /** From 1 in each submission, as its states came. */
  readonly sequence: number;
  /** The same in all tries. */
  readonly id: string;
  readonly state: EventState;
  readonly reference: Reference;
  /** Whose form it is, where that is known: it may have a webhook of its own. */
  readonly job: JobId | null;
  /** null: it was not made yet. */
  readonly application: ApplicationId | null;
  /** Milliseconds since 1970, by the store's clock, as all times here. */
  readonly acceptedAt: number;
  /** When the application came into the state. */
  readonly happenedAt: number;
  /** When it is not tried any more. */
  readonly expiresAt: number;
  /** Tries that were begun. */
  readonly tries: number;
  /** null: it is over. */
  readonly dueAt: number | null;
  /** null: it was taken, was given up, or is still to be sent. */
  readonly stoppedFor: StopReason | null;
}

/** Milliseconds after which an event that was not taken is stopped: three days. */
export const EXPIRES_AFTER = 3 * 86_400_000;

/** Which events one webhook gets: those of these jobs alone, or all of the tenant but those. */
export interface WebhookScope {
  readonly tenant: Tenant;
  readonly only: JobId | null;
  readonly except: readonly JobId[];
}

/** An event as a try has seen it: what comes between is not overwritten. */
export type SeenEvent = Pick<WebhookEvent, 'key' | 'sequence' | 'tries'>;

export interface WebhookOutbox {
  /**
   * The next few that are due, the oldest first; of one submission only the first that is not over. Each counts as
   * tried, and is due again after so many milliseconds unless it is settled before.
   */
  take(
    scope: WebhookScope,
    wish: { readonly most: number; readonly holdFor: number },
  ): Promise<readonly WebhookEvent[]>;
  /** It was taken: it is over. */
  finish(seen: SeenEvent): Promise<void>;
  /** @param pause milliseconds until it is tried again, at its expiry at the latest */
  delay(seen: SeenEvent, pause: number): Promise<void>;
  stop(seen: SeenEvent, reason: StopReason): Promise<void>;
  /** Stops the next few that expired so many milliseconds ago, whether they could be tried or not. */
  expire(tenant: Tenant, ago: number): Promise<readonly WebhookEvent[]>;
  /** Those of which something is due now. */
  listDue(tenants: readonly Tenant[]): Promise<readonly Tenant[]>;
  /** Stopped events of one submission, in their order. */
  listStopped(key: SubjectKey): Promise<readonly WebhookEvent[]>;
  /** Submissions with stopped events, by subject: the next few after this one. */
  listSubjects(tenant: Tenant, after: Subject | null): Promise<readonly AttentionKey[]>;
  /** Stopped events of one submission are sent again, or left for good: how many. */
  act(key: SubjectKey, action: 'retry' | 'give_up'): Promise<number>;
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

/** Milliseconds since 1970, by the store's clock. */
export interface Moment {
  readonly now: number;
  /** null: the store was never a restored copy. */
  readonly restoredAt: number | null;
}

export type LastEvent = Pick<WebhookEvent, 'state' | 'job' | 'sequence'>;

/** Whether the last event has to be read: most acts change no state. */
export function mayBeNews(
  before: StoredRecord,
  { record, news }: Done<unknown>,
  { restoredAt }: Moment,
): boolean {
  if (record === null || news !== undefined) return record !== null && news === 'receipt';
  if (record.items === before.items) return false;
  if (restoredAt === null) return presentState(before) !== presentState(record);
  return record.items.some((item, at) => outcomeOf(item) !== outcomeOf(before.items[at]));
}

const outcomeOf = (item: Item | undefined): string => `${item?.state} ${item?.code}`;

/** @param last the last that was written of it */
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
 * What came, with a receipt: first, or as a correction. `received` comes with each receipt and with nothing else, as a
 * try that failed makes a submission no new one.
 */
export function eventsOfReceipt(
  record: StoredRecord,
  last: { readonly job: JobId | null; readonly sequence: number },
  moment: Moment,
): readonly WebhookEvent[] {
  const received = newEvent(record, { ...last, state: 'received' }, moment);
  // A form that asked nothing is complete at once.
  const next = nextEvent(record, received, moment);
  return next === null ? [received] : [received, next];
}

/** @returns null: the state is not news after the last event that was written */
function nextEvent(record: StoredRecord, last: LastEvent, moment: Moment): WebhookEvent | null {
  const present = presentState(record);
  // What a lost store sent since is not known, so what a restored copy comes to is news, the same state too.
  const isNews = present !== last.state || (last.sequence < leapOf(moment.restoredAt) && isAtRest(record));
  const state = eventStates.find((one) => one === present && one !== 'received' && isNews);
  return state === undefined ? null : newEvent(record, { ...last, state }, moment);
}

/** Milliseconds in which fewer events of a submission come than one, on the average. */
const LEAP_FOR = 10_000;

/** The lowest sequence of an event of a copy that was restored then: above all that the lost store sent. */
export const leapOf = (restoredAt: number | null): number => Math.floor((restoredAt ?? 0) / LEAP_FOR);

/** Nothing is looked for, and no root is still to be sent. */
const isAtRest = ({ items }: StoredRecord): boolean =>
  items.every(
    ({ state, parent }) =>
      state !== 'unclear' && state !== 'sending' && (state !== 'queued' || parent !== null),
  );

/** A random id: a restored store that goes on from an older event must not give a new one the id of one that was sent. */
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

/** One address, and what it gets. */
export interface WebhookTarget {
  readonly scopes: readonly WebhookScope[];
  /** Ends within its time limit, by itself. */
  send(message: WebhookMessage): Promise<SendOutcome>;
}

/** Which address gets what, as the tenants configure it: a job's own webhook takes the place of its tenant's. */
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

/** Whether there is a webhook for the forms of this job, or of one that is not known. */
export const hasWebhook = (targets: readonly WebhookTarget[], of: Tenant, job: JobId | null): boolean =>
  targets.some(({ scopes }) =>
    scopes.some(
      ({ tenant, only, except }) =>
        tenant === of && (only === null ? job === null || !except.includes(job) : only === job),
    ),
  );

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Part by which a pause is longer or shorter, so that those who wait do not all return at once. */
const JITTER = 0.1;
/** Milliseconds after each try that failed, as Standard Webhooks proposes: the last one comes when the event expires. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
/** Events that one address gets at once. */
const MOST_AT_ONCE = 8;
/** Milliseconds that a process has for a try, with its time limit of ten seconds, before another one makes it. */
const HELD_FOR = MINUTE;
/** Milliseconds between looks for what expired where no try was made, and until then. */
const [EXPIRED_EACH, EXPIRED_AGO] = [MINUTE, HOUR];

type Sending = Pick<LedgerDependencies, 'clock' | 'ledgerMetrics' | 'log' | 'random' | 'store' | 'tenants'>;

interface Queue {
  readonly target: WebhookTarget;
  readonly breaker: ReturnType<typeof createBreaker>;
  /** null: nothing is being sent to it. */
  running: Promise<void> | null;
}

export function createWebhookDuty(sending: Sending, targets: readonly WebhookTarget[]): Duty {
  const { clock, store, tenants } = sending;
  const queues: readonly Queue[] = targets.map((target) => ({
    target,
    breaker: createBreaker(),
    running: null,
  }));
  let expiredAt = Number.NEGATIVE_INFINITY;
  return {
    async begin(signal) {
      // What was never tried, since its address failed for others or is not configured any more, ends as well.
      if (clock.monotonic() - expiredAt >= EXPIRED_EACH) {
        expiredAt = clock.monotonic();
        for (const tenant of tenants)
          for (const event of await store.webhooks.expire(tenant, EXPIRED_AGO))
            reportStop(sending, event, 'expired');
      }
      const due = queues.length === 0 ? [] : await store.webhooks.listDue(tenants);
      for (const queue of queues) {
        const isDue = queue.target.scopes.some(({ tenant }) => due.includes(tenant));
        if (isDue && queue.running === null)
          queue.running = sendDue(sending, queue, signal).finally(() => {
            queue.running = null;
          });
      }
    },
    end: () => Promise.all(queues.map(({ running }) => running)),
  };
}

/** Until nothing is due at this address, or it is to be left alone. */
async function sendDue(sending: Sending, queue: Queue, signal: AbortSignal): Promise<void> {
  const { clock, log } = sending;
  const { breaker } = queue;
  try {
    while (!signal.aborted && breaker.restsUntil() <= clock.monotonic()) {
      const events = await take(sending, queue);
      if (events.length === 0) return;
      if (breaker.state() !== 'closed') breaker.probe(clock.monotonic());
      await Promise.all(events.map((event) => send(sending, queue, event)));
    }
  } catch (error) {
    log.error('store_failed', { cause: causeOf(error) });
  }
}

/** One as a probe of an address that failed. */
async function take({ store }: Sending, { target, breaker }: Queue): Promise<readonly WebhookEvent[]> {
  const most = breaker.state() === 'closed' ? MOST_AT_ONCE : 1;
  const taken: WebhookEvent[] = [];
  for (const scope of target.scopes)
    if (taken.length < most)
      taken.push(...(await store.webhooks.take(scope, { most: most - taken.length, holdFor: HELD_FOR })));
  return taken;
}

async function send(sending: Sending, { target, breaker }: Queue, event: WebhookEvent): Promise<void> {
  const { clock, store, ledgerMetrics, log } = sending;
  const outcome = await target.send(messageOf(event));
  // Who answers 410 answers, and says what it wants.
  breaker.report(clock.monotonic(), { kind: outcome.kind === 'failed' ? 'unclear' : 'fine' });
  if (outcome.kind === 'gone') return stop(sending, event, 'gone');
  ledgerMetrics.webhook(event.key.tenant, outcome.kind);
  if (outcome.kind === 'delivered') return store.webhooks.finish(event);
  log.warn('webhook_failed', { ...namesOf(event), cause: outcome.cause });
  return putOff(sending, event);
}

async function putOff(sending: Sending, event: WebhookEvent): Promise<void> {
  const { tries, dueAt, expiresAt } = event;
  // When it was taken, by the store's clock.
  const takenAt = (dueAt ?? 0) - HELD_FOR;
  if (takenAt >= expiresAt) return stop(sending, event, 'expired');
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? HOUR;
  await sending.store.webhooks.delay(event, pause * (1 - JITTER + 2 * JITTER * sending.random()));
}

async function stop(sending: Sending, event: WebhookEvent, reason: StopReason): Promise<void> {
  await sending.store.webhooks.stop(event, reason);
  reportStop(sending, event, reason);
}

const namesOf = ({ key, job }: WebhookEvent) => ({ tenant: key.tenant, ...(job !== null && { job }) });

function reportStop({ log, ledgerMetrics }: Sending, event: WebhookEvent, code: StopReason): void {
  ledgerMetrics.webhook(event.key.tenant, 'stopped');
  log.error('webhook_stopped', { ...namesOf(event), reference: event.reference, code });
}
