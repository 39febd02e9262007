/** A back end that is told what becomes of applications: away at times, and its answers are lost as those of the service are. */
import { isDeepStrictEqual } from 'node:util';
import type { Reference } from '../../src/core/model/ids.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type { SubmissionState } from '../../src/core/model/submission.ts';
import { presentState } from '../../src/server/delivery/describe.ts';
import type { LedgerStore, StoredRecord } from '../../src/server/delivery/ledger-store.ts';
import type { WebhookMessage } from '../../src/server/delivery/webhooks/webhook-message.ts';
import type { TellOutcome } from '../../src/server/delivery/webhooks/webhook-teller.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Host } from './host.ts';
import type { Random } from './random.ts';
import { areFaultsOn, shareOf, type World } from './world.ts';

/** By their references, each message once, in the order in which they were first heard. */
type Heard = Map<string, { readonly sequence: number; readonly state: string; readonly id: string }[]>;

const failed: TellOutcome = { kind: 'failed', cause: 'timeout' };
/** What may stand in an event, and nothing else. */
const members = ['accepted_at', 'application', 'job', 'reference', 'sequence', 'state', 'tenant'];

export class WebhookReceiver {
  /** Messages that came before one they follow, or that say more than they may. */
  wrong = 0;
  /** Messages that came. */
  count = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #awayUntil: number;
  readonly #heard: Heard = new Map();
  /** What the store was given, by reference; empty where it cannot be seen in its order. */
  readonly #expected = new Map<Reference, string[]>();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
    this.#awayUntil = random.chance(faults.receiver.away) ? random.between(0, world.calmAfter) : 0;
  }

  /** One request: the process may end while it is under way. */
  async tell(host: Host, message: WebhookMessage): Promise<TellOutcome> {
    const { crash } = faults.process;
    if (host.mayEnd(crash)) return new Promise(() => undefined);
    const reply = this.#serve(message);
    if (host.mayEnd(crash)) return new Promise(() => undefined);
    return host.receive(reply);
  }

  async #serve(message: WebhookMessage): Promise<TellOutcome> {
    const { timeline } = this.#world;
    const fails = () =>
      areFaultsOn(this.#world) && this.#random.chance(shareOf(this.#world, 'service', faults.receiver.fails));
    await timeline.pause(this.#random.between(5, 300));
    if (timeline.now < this.#awayUntil || fails()) return failed;
    this.#hear(message);
    await timeline.pause(this.#random.between(5, fails() ? 10_000 : 300));
    return fails() ? failed : { kind: 'told' };
  }

  #hear({ id, body }: WebhookMessage): void {
    const { type, timestamp, data, ...more } = JSON.parse(body);
    const { reference, sequence, state, ...others } = data;
    this.#world.trace?.('receiver', `hears ${reference} ${sequence} ${state}`);
    const known = this.#heard.get(reference) ?? [];
    this.#heard.set(reference, known);
    this.count += 1;
    if (known.some((one) => one.id === id)) return;
    const isOrdered = known.every((one) => one.sequence < sequence);
    const names = Object.keys({ reference, sequence, state, ...others }).sort();
    const isPlain =
      isDeepStrictEqual(names, members) && Object.keys(more).length === 0 && type === `application.${state}`;
    if (!isOrdered || !isPlain || Number.isNaN(Date.parse(timestamp)) || saysAnswer(body)) this.wrong += 1;
    known.push({ id, sequence, state });
  }

  /** Sees each state that the store brings a submission into. */
  witness(base: LedgerStore, look: LedgerStore['find']): LedgerStore {
    const watch = async <Done>(key: SubjectKey, store: Promise<Done>, isReceipt = false): Promise<Done> => {
      const done = await store;
      const isDone = done !== null && done !== false;
      const record = isDone ? await look(key) : null;
      if (record === null) return done;
      const states = this.#expected.get(record.reference) ?? [];
      this.#expected.set(record.reference, states);
      if (isReceipt) states.push('received');
      const state = presentState(record);
      if (isTold(state) && states.at(-1) !== state) states.push(state);
      return done;
    };
    return {
      ...base,
      insert: (submission) => watch(submission.key, base.insert(submission), true),
      correct: (correction) => watch(correction.key, base.correct(correction), true),
      settle: (key, item, change) => watch(key, base.settle(key, item, change)),
      amend: (amendment) => watch(amendment.key, base.amend(amendment)),
    };
  }

  /** What is written down for it is heard whole, to the state that there is at the end, also where its order is not seen. */
  judgeLast(record: StoredRecord): number {
    const told = [...(this.#heard.get(record.reference) ?? [])].sort(bySequence);
    const isWhole = told.every(({ sequence }, place) => sequence === place + 1);
    const state = presentState(record);
    return isWhole && told.length > 0 && (!isTold(state) || told.at(-1)?.state === state) ? 0 : 1;
  }

  /** States that were never heard, or in another order. */
  judge(): number {
    let unheard = this.wrong;
    for (const [reference, states] of this.#expected) {
      const told = [...(this.#heard.get(reference) ?? [])].sort(bySequence);
      const isSame = isDeepStrictEqual(
        told.map(({ state }) => state),
        states,
      );
      if (!isSame) {
        unheard += Math.max(1, states.length - told.length);
        this.#world.trace?.('verdict', `of ${states} was heard ${told.map(({ state }) => state)}`);
      }
    }
    return unheard;
  }
}

const isTold = (state: SubmissionState): boolean =>
  state === 'complete' || state === 'attention' || state === 'refused';

const bySequence = (one: { readonly sequence: number }, other: { readonly sequence: number }): number =>
  one.sequence - other.sequence;

/** What these simulations write into details has these signs. */
const saysAnswer = (body: string): boolean => /@example|theirs|x\d{3}/.test(body);
