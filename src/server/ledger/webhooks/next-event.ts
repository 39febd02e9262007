/** Which events a change of a submission brings: the one place that compares the record before an act and after it. */
import type { JobId } from '../../../core/model/ids.ts';
import type { Done } from '../acts.ts';
import { presentState } from '../describe.ts';
import { applicationOf } from '../next-step.ts';
import type { StoredRecord } from '../record.ts';
import { TOLD_FOR, type ToldState, toldStates, type WebhookEvent } from './webhook-event.ts';

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
  return record.items.some(({ state }, place) => state !== before.items[place]?.state);
}

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
  // What a lost store told since is not known, so what a restored copy comes to is news, the same state too.
  const isNews = present !== last.state || (last.sequence < leapOf(moment.restoredAt) && isAtRest(record));
  const state = toldStates.find((one) => one === present && one !== 'received' && isNews);
  return state === undefined ? null : newEvent(record, { ...last, state }, moment);
}

/** Milliseconds in which fewer events of a submission come than one, on the average. */
const LEAP_FOR = 10_000;

/** The lowest sequence of an event of a copy that was restored then: above all that the lost store told. */
export const leapOf = (restoredAt: number | null): number => Math.floor((restoredAt ?? 0) / LEAP_FOR);

/** Nothing is looked for, and no root is still to be sent. */
const isAtRest = ({ items }: StoredRecord): boolean =>
  items.every(
    ({ state, parent }) =>
      state !== 'unclear' && state !== 'sending' && (state !== 'queued' || parent !== null),
  );

/** A random id: a restored store that goes on from an older event must not give a new one the id of one that was told. */
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
