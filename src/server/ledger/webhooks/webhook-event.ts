/** What a webhook gets: one event for each state that an application comes into, stored until it was taken. */
import type { ApplicationId, JobId, Reference, Subject, Tenant } from '../../../core/model/ids.ts';
import type { SubmissionState } from '../../../core/model/submission.ts';
import type { SubjectKey } from '../../ports.ts';
import type { Done } from '../acts.ts';
import { presentState } from '../describe.ts';
import { applicationOf } from '../next-step.ts';
import type { Item, StoredRecord } from '../record.ts';

export const toldStates = [
  'received',
  'complete',
  'attention',
  'refused',
] as const satisfies readonly SubmissionState[];
export type ToldState = (typeof toldStates)[number];

/** `expired`: it was not taken for three days. `gone`: the receiver answered 410, so that it wants nothing more. */
const stopReasons = ['expired', 'gone'] as const;
export type StopReason = (typeof stopReasons)[number];

export interface WebhookEvent {
  readonly key: SubjectKey;
  /** From 1 in each submission, as its states came. */
  readonly sequence: number;
  /** The same in all tries. */
  readonly id: string;
  readonly state: ToldState;
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
export const TOLD_FOR = 3 * 86_400_000;

/** Milliseconds between two tries, at the most. */
export const LONGEST_PAUSE = 26.4 * 3_600_000;

/** Which events one webhook gets: those of these jobs alone, or all of the tenant but those. */
export interface WebhookScope {
  readonly tenant: Tenant;
  readonly only: JobId | null;
  readonly except: readonly JobId[];
}

export interface WebhookCounts {
  readonly waiting: number;
  readonly stopped: number;
}

/** An event as a try has seen it: what comes between is not overwritten. */
export type SeenEvent = Pick<WebhookEvent, 'key' | 'sequence' | 'tries'>;

/**
 * Events are written by the transaction that changes the state (`LedgerStore`), so none is lost by a crash, and leave
 * from here: each is sent at least once.
 */
export interface WebhookOutbox {
  /**
   * The next few that are due, the oldest first; of one submission only the first that is not over. Each counts as
   * tried, and is due again after so many milliseconds unless it is settled before.
   */
  take(scope: WebhookScope, wish: TakeWish): Promise<readonly WebhookEvent[]>;
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
  listSubjects(tenant: Tenant, after: Subject | null): Promise<readonly StoppedSubject[]>;
  /** Stopped events of one submission are sent again, or left for good: how many. */
  act(key: SubjectKey, action: 'retry' | 'give_up'): Promise<number>;
  count(tenant: Tenant): Promise<WebhookCounts>;
}

export interface TakeWish {
  readonly most: number;
  /** Milliseconds. */
  readonly holdFor: number;
}

export interface StoppedSubject {
  readonly subject: Subject;
  readonly acceptedAt: number;
}

export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

export const typeOf = (state: ToldState) => `application.${state}` as const;

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
  { record, tells }: Done<unknown>,
  { restoredAt }: Moment,
): boolean {
  if (record === null || tells !== undefined) return record !== null && tells === 'receipt';
  if (record.items === before.items) return false;
  if (restoredAt === null) return presentState(before) !== presentState(record);
  return record.items.some((item, at) => outcomeOf(item) !== outcomeOf(before.items[at]));
}

const outcomeOf = (item: Item | undefined): string => `${item?.state} ${item?.code}`;

/** @param last the last that was written of it */
export function eventsOf(
  { record, tells }: Done<unknown>,
  last: LastEvent,
  moment: Moment,
): readonly WebhookEvent[] {
  if (record === null) return [];
  if (tells === 'receipt') return eventsOfReceipt(record, last, moment);
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
  const state = toldStates.find((one) => one === present && one !== 'received' && isNews);
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
  { state, job, sequence }: { readonly state: ToldState } & Omit<LastEvent, 'state'>,
  { now, restoredAt }: Moment,
): WebhookEvent => ({
  key: record.key,
  sequence: Math.max(sequence + 1, leapOf(restoredAt)),
  id: `msg_${crypto.randomUUID()}`,
  ...{ state, reference: record.reference, job, application: applicationOf(record) },
  ...{ acceptedAt: record.acceptedAt, happenedAt: now, expiresAt: now + TOLD_FOR },
  ...{ tries: 0, dueAt: now, stoppedFor: null },
});
