/** A back end that receives webhook events. It is unreachable at times, and its answers may be lost like those of the service. */
import type { Reference } from '../../src/core/model/ids.ts';
import { presentState, type StoredRecord } from '../../src/server/ledger/record.ts';
import { leapOf, type WebhookMessage } from '../../src/server/ledger/webhooks/outbox.ts';
import type { SendOutcome } from '../../src/server/ledger/webhooks/send-webhook.ts';
import * as chances from './chances.ts';
import { strikes, type World } from './world.ts';

interface Event {
  readonly sequence: number;
  readonly state: string;
  readonly id: string;
  /** The number of restores before the event arrived for the first time. */
  readonly life: number;
}

const failed: SendOutcome = { kind: 'failed', cause: 'timeout' };
/** The members that an event may have. */
const MEMBERS = 'accepted_at,application,job,reference,sequence,state,tenant';
/** After a restore the numbers begin again as soon as a server recognises the backup: at most this many numbers later. */
const RECOGNISED_WITHIN = 3;

export class Receiver {
  /** The number of received messages. */
  count = 0;
  /** The number of messages that arrived out of order or have members that they may not have. */
  wrong = 0;
  readonly #world: World;
  readonly #awayUntil: number;
  readonly #heard = new Map<string, Event[]>();
  #life = 0;
  /** The sequence numbers at which the order began after each restore. */
  readonly #starts: number[] = [0];

  constructor(world: World) {
    this.#world = world;
    const { random, calmAfter } = world;
    this.#awayUntil = random.chance(chances.receiver.away) ? random.between(0, calmAfter) : 0;
  }

  async receive(message: WebhookMessage): Promise<SendOutcome> {
    const { clock, random } = this.#world;
    const fails = () => strikes(this.#world, 'service', chances.receiver.fails);
    const life = this.#life;
    await clock.sleep(random.between(5, 300));
    if (clock.monotonic() < this.#awayUntil || fails()) return failed;
    this.#hear(message, life);
    const isLost = fails();
    await clock.sleep(random.between(5, isLost ? 10_000 : 300));
    return isLost ? failed : { kind: 'delivered' };
  }

  /** Notes that the store was replaced by a backup. */
  restored(now: number): void {
    this.#life += 1;
    this.#starts.push(leapOf(now));
  }

  #hear({ id, body }: WebhookMessage, life: number): void {
    const { type, data } = JSON.parse(body);
    const { reference, sequence, state } = data;
    this.#world.trace?.('receiver', `hears ${reference} ${sequence} ${state}`);
    this.count += 1;
    const known = this.#heard.get(reference) ?? [];
    this.#heard.set(reference, known);
    const isPlain = Object.keys(data).sort().join() === MEMBERS && type === `application.${state}`;
    // Every email address and phone number of an applicant matches this pattern.
    if (!isPlain || /@post\.example|\+44/.test(body)) this.wrong += 1;
    if (known.some((event) => event.id === id)) return;
    if (known.some((event) => event.life === life && event.sequence > sequence)) this.wrong += 1;
    known.push({ id, sequence, state, life });
  }

  /** Whether all events up to the final state arrived without gaps. */
  isWhole(record: StoredRecord): boolean {
    const events = this.#eventsOf(record.reference);
    const sequences = [...new Set(events.map(({ sequence }) => sequence))];
    const isLeap = (sequence: number) =>
      this.#starts.some((start) => sequence >= start && sequence <= start + RECOGNISED_WITHIN);
    const isNext = (sequence: number, at: number) =>
      sequence === (sequences[at - 1] ?? 0) + 1 || isLeap(sequence);
    if (!sequences.every(isNext)) return false;
    if (record.erasedAt !== null) return true;
    const state = presentState(record);
    const isFinal = state === 'complete' || state === 'attention' || state === 'refused';
    return events[0]?.state === 'received' && (!isFinal || events.at(-1)?.state === state);
  }

  /** Counts events that arrived under more than one id, although the store wrote them once. */
  countRepeated(reference: Reference): number {
    const names = this.#eventsOf(reference).map(({ sequence, life }) => `${sequence} ${life}`);
    return names.length - new Set(names).size;
  }

  #eventsOf(reference: Reference): readonly Event[] {
    return [...(this.#heard.get(reference) ?? [])].sort((one, other) => one.sequence - other.sequence);
  }
}
