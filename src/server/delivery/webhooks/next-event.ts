/** Which event a change of a submission brings, if any. */
import type { JobId } from '../../../core/model/ids.ts';
import { presentState } from '../describe.ts';
import type { StoredRecord } from '../ledger-store.ts';
import { applicationOf } from '../next-step.ts';
import { TOLD_FOR, type ToldState, toldStates, type WebhookEvent } from './webhook-event.ts';

type Told = Pick<StoredRecord, 'key' | 'reference' | 'acceptedAt' | 'application' | 'items'>;

/**
 * What came, with a receipt: first, or as a correction. `received` comes with each receipt and with nothing else, as a
 * try that failed makes a submission no new one.
 */
export function eventsOfReceipt(
  record: Told,
  { job, sequence, now }: { readonly job: JobId | null; readonly sequence: number; readonly now: number },
): readonly WebhookEvent[] {
  const received = newEvent(record, { state: 'received', job, sequence, now });
  // A form that asked nothing is complete at once.
  const next = nextEvent(record, received, now);
  return next === null ? [received] : [received, next];
}

/** @param last the last one that was written; null: the state is not news */
export function nextEvent(
  record: Told,
  { state: last, job, sequence }: Pick<WebhookEvent, 'state' | 'job' | 'sequence'>,
  now: number,
): WebhookEvent | null {
  const present = presentState(record);
  const state = toldStates.find((one) => one === present && one !== 'received' && one !== last);
  return state === undefined ? null : newEvent(record, { state, job, sequence: sequence + 1, now });
}

interface NewEvent {
  readonly state: ToldState;
  readonly job: JobId | null;
  readonly sequence: number;
  readonly now: number;
}

/** A random id: a restored store that goes on from an older event must not give a new one the id of one that was told. */
const newEvent = (record: Told, { state, job, sequence, now }: NewEvent): WebhookEvent => ({
  key: record.key,
  sequence,
  id: `msg_${crypto.randomUUID()}`,
  state,
  reference: record.reference,
  job,
  application: applicationOf(record),
  acceptedAt: record.acceptedAt,
  happenedAt: now,
  expiresAt: now + TOLD_FOR,
  tries: 0,
  dueAt: now,
  stoppedFor: null,
});
