/** A back end that is told what becomes of applications: away at times, and its answers are lost as those of the service are. */
import { isDeepStrictEqual } from 'node:util';
import type { Reference } from '../../src/core/model/ids.ts';
import type { SubmissionState } from '../../src/core/model/submission.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import { type Item, presentState, type StoredRecord } from '../../src/server/ledger/record.ts';
import type { WebhookMessage } from '../../src/server/ledger/webhooks/outbox.ts';
import { leapOf } from '../../src/server/ledger/webhooks/outbox.ts';
import type { SendOutcome } from '../../src/server/ledger/webhooks/send-webhook.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Host } from './host.ts';
import type { Random } from './random.ts';
import { areFaultsOn, shareOf, type World } from './world.ts';

interface Message {
  readonly sequence: number;
  readonly state: string;
  readonly id: string;
  /** How often the store had been replaced when it was told. */
  life: number;
}

/** Of a restored copy the order begins when its first server recognises it: so many steps after the restore at most. */
const RECOGNISED_WITHIN = 3;

type Expected = Pick<Message, 'sequence' | 'state'>;

type Heard = Map<string, Message[]>;

/** How often the store came to each place in the order of a submission, in each state: once, or again after it was replaced. */
type Written = Map<string, number>;

const failed: SendOutcome = { kind: 'failed', cause: 'timeout' };
/** What may stand in an event, and nothing else. */
const members = ['accepted_at', 'application', 'job', 'reference', 'sequence', 'state', 'tenant'];

export class WebhookReceiver {
  /** Messages that came before one they follow, or that say more than they may. */
  wrong = 0;
  /** Events that were taken to be told of one who was erased, and ids beyond one for each event. */
  overheard = 0;
  /** Messages that came. */
  count = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #awayUntil: number;
  /** By their references, each message once, in the order in which they were first heard. */
  readonly #heard: Heard = new Map();
  /** What the store was given, by reference; empty where it cannot be seen in its order. */
  #expected = new Map<Reference, readonly Expected[]>();
  readonly #written: Written = new Map();
  readonly #erased = new Set<Reference>();
  /** Erased too late after a restore. */
  readonly #pardoned = new Set<Reference>();
  /** How often the store was replaced. */
  #life = 0;
  /** Milliseconds since 1970, by its clock; what came later was not in the backup. */
  #restoredAt = Number.NEGATIVE_INFINITY;
  /** Where the order of each life began. */
  #leaps: readonly number[] = [0];

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
    this.#awayUntil = random.chance(faults.receiver.away) ? random.between(0, world.calmAfter) : 0;
  }

  /** One request: the process may end while it is under way. */
  async receive(host: Host, message: WebhookMessage): Promise<SendOutcome> {
    const { crash } = faults.process;
    if (host.mayEnd(crash)) return new Promise(() => undefined);
    const reply = this.#serve(message, this.#life);
    if (host.mayEnd(crash)) return new Promise(() => undefined);
    return host.receive(reply);
  }

  async #serve(message: WebhookMessage, life: number): Promise<SendOutcome> {
    const { timeline } = this.#world;
    const fails = () =>
      areFaultsOn(this.#world) && this.#random.chance(shareOf(this.#world, 'service', faults.receiver.fails));
    await timeline.pause(this.#random.between(5, 300));
    if (timeline.now < this.#awayUntil || fails()) return failed;
    this.#hear(message, life);
    await timeline.pause(this.#random.between(5, fails() ? 10_000 : 300));
    return fails() ? failed : { kind: 'delivered' };
  }

  #hear({ id, body }: WebhookMessage, life: number): void {
    const { type, timestamp, data, ...more } = JSON.parse(body);
    const { reference, sequence, state, ...others } = data;
    this.#world.trace?.('receiver', `hears ${reference} ${sequence} ${state}`);
    const known = this.#heard.get(reference) ?? [];
    this.#heard.set(reference, known);
    this.count += 1;
    const same = known.find((one) => one.id === id);
    if (same?.life === life) return;
    const isOrdered = known.every((one) => one.life !== life || one.sequence < sequence);
    if (same !== undefined) same.life = life;
    const names = Object.keys({ reference, sequence, state, ...others }).sort();
    const isPlain =
      isDeepStrictEqual(names, members) && Object.keys(more).length === 0 && type === `application.${state}`;
    if (!isOrdered || !isPlain || Number.isNaN(Date.parse(timestamp)) || saysAnswer(body)) this.wrong += 1;
    if (same === undefined) known.push({ id, sequence, state, life });
  }

  /** Sees each state that the store brings a submission into. */
  witness(base: LedgerStore, look: LedgerStore['find']): LedgerStore {
    const watch = async <Done>(key: SubjectKey, store: Promise<Done>, isReceipt = false): Promise<Done> => {
      const done = await store;
      const isDone = done !== null && done !== false;
      const record = isDone ? await look(key) : null;
      if (record === null) return done;
      const { reference } = record;
      if (record.erasedAt !== null) this.#erased.add(reference);
      if (this.#erased.has(reference)) return done;
      if (isReceipt) this.#expect(reference, 'received');
      const state = presentState(record);
      if (isTold(state) && this.#isNews(record, state)) this.#expect(reference, state);
      return done;
    };
    return {
      ...base,
      insert: (submission) => watch(submission.key, base.insert(submission), true),
      correct: (correction) => watch(correction.key, base.correct(correction), true),
      settle(key, item, change) {
        const store = base.settle(key, item, change);
        return change.state === undefined ? store : watch(key, store);
      },
      amend: (amendment) => watch(amendment.key, base.amend(amendment)),
      webhooks: {
        ...base.webhooks,
        take: async (...wish) => {
          const taken = await base.webhooks.take(...wish);
          for (const { key, reference, happenedAt } of taken) {
            const isBack = this.#erased.has(reference) && happenedAt < this.#restoredAt;
            if (isBack || (await look(key))?.erasedAt !== null) this.overheard += 1;
          }
          return taken;
        },
      },
    };
  }

  /** After the store was replaced the same state is, too, once all is settled again. */
  #isNews({ reference, items }: StoredRecord, state: string): boolean {
    const last = this.#expected.get(reference)?.at(-1);
    const isWaiting = ({ state, parent }: Item) =>
      state === 'unclear' || state === 'sending' || (state === 'queued' && parent === null);
    return last?.state !== state || (last.sequence < this.#leap && !items.some(isWaiting));
  }

  get #leap(): number {
    return this.#leaps.at(-1) ?? 0;
  }

  #expect(reference: Reference, state: string): void {
    const before = this.#expected.get(reference) ?? [];
    const place = { sequence: Math.max((before.at(-1)?.sequence ?? 0) + 1, this.#leap), state };
    this.#expected.set(reference, [...before, place]);
    const name = nameOf(reference, place);
    this.#written.set(name, 1 + (this.#written.get(name) ?? 0));
  }

  /** With the store: what is expected now. Calling the result brings it back. */
  backUp(): (now: number) => void {
    const expected = new Map(this.#expected);
    return (now) => {
      this.#restoredAt = now;
      this.#leaps = [...this.#leaps, leapOf(now)];
      this.#expected = expected;
      this.#life += 1;
    };
  }

  pardon(reference: Reference): void {
    this.#erased.delete(reference);
    this.#pardoned.add(reference);
  }

  /** What is written down for it is heard whole, to the state that there is at the end, also where its order is not seen. */
  judgeLast(record: StoredRecord): number {
    const told = [...(this.#heard.get(record.reference) ?? [])].sort(bySequence);
    // A store that was replaced may have told the same twice.
    const places = [...new Set(told.map(({ sequence }) => sequence))];
    const isLeap = (sequence: number) =>
      this.#leaps.some((leap) => sequence >= leap && sequence <= leap + RECOGNISED_WITHIN);
    const isNext = (sequence: number, place: number) =>
      sequence === (places[place - 1] ?? 0) + 1 || isLeap(sequence);
    const isWhole = places.every(isNext);
    if (record.erasedAt !== null) return isWhole ? 0 : 1;
    const state = presentState(record);
    return isWhole && told.length > 0 && (!isTold(state) || told.at(-1)?.state === state) ? 0 : 1;
  }

  /** States that were never heard, or in another order. */
  judge(): number {
    let unheard = this.wrong;
    for (const [reference, states] of this.#expected) {
      const told = [...(this.#heard.get(reference) ?? [])].sort(bySequence);
      this.overheard += this.#countIds(reference, told);
      if (this.#isHeard(reference, told)) continue;
      unheard += Math.max(1, states.length - told.length);
      this.#world.trace?.(
        'verdict',
        `of ${states.map(({ state }) => state)} was heard ${told.map(({ state }) => state)}`,
      );
    }
    return unheard;
  }

  #isHeard(reference: Reference, told: readonly Message[]): boolean {
    const places = this.#expected.get(reference) ?? [];
    const states = places.map(({ state }) => state);
    const heard = told.map(({ state }) => state);
    if (this.#pardoned.has(reference) || (this.#erased.has(reference) && this.#life > 0)) return true;
    if (this.#erased.has(reference)) return isDeepStrictEqual(heard, states.slice(0, heard.length));
    if (this.#life === 0) return isDeepStrictEqual(heard, states);
    const isTold = ({ sequence, state }: Expected) =>
      told.some((one) => one.sequence === sequence && one.state === state);
    // What else was heard the store had come to before it was replaced.
    return places.every(isTold) && told.every((one) => this.#written.has(nameOf(reference, one)));
  }

  /** Ids of one event beyond those that the store may have given it. */
  #countIds(reference: Reference, told: readonly Message[]): number {
    let more = 0;
    for (const name of new Set(told.map((one) => nameOf(reference, one)))) {
      const ids = told.filter((one) => nameOf(reference, one) === name).length;
      more += Math.max(0, ids - (this.#written.get(name) ?? ids));
    }
    return more;
  }
}

const nameOf = (reference: Reference, { sequence, state }: Expected): string =>
  `${reference} ${sequence} ${state}`;

const isTold = (state: SubmissionState): boolean =>
  state === 'complete' || state === 'attention' || state === 'refused';

const bySequence = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence;

/** What these simulations write into details and answers has these signs. */
const saysAnswer = (body: string): boolean => /@post\.example|\+44 \d/.test(body);
