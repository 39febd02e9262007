/** What the service holds of applicants themselves: each write with its time, ours and those of another system. */
import type { DetailChanges, HeldTexts } from '../../src/core/model/details.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';
import { areFaultsOn, shareOf, type World } from './world.ts';

/** The details that are changed in these simulations. */
export const changedNames = ['first_name', 'email', 'town'] as const;
export type ChangedName = (typeof changedNames)[number];

export interface DetailWrite {
  /** Milliseconds of virtual time. */
  readonly at: number;
  /** What stands for the change, if it is ours (`printOfChange`); null: another system wrote it. */
  readonly print: string | null;
  /** The operator wanted it, whatever is there: so it may be there twice. */
  readonly isWanted: boolean;
  /** All that is held from then on. */
  readonly held: HeldTexts;
}

/** What one process saw of an application, the last time it looked. */
interface Look {
  /** When it was asked for. */
  readonly begun: number;
  /** What was written later was not shown. */
  readonly shownAt: number;
}

interface Offered extends DetailChanges {
  /** PATCHes that the operator wants although what is there cannot be read. */
  wanted: number;
}

/** Milliseconds: a read that took as long as it may, and a mark that is fresh. */
const OLDEST_LOOK = 11_000;

/** By what is to be written, which no two changes of these simulations have in common. */
export const printOfChange = ({ changed }: Pick<DetailChanges, 'changed'>): string => JSON.stringify(changed);

export class SimulatedDetails {
  /** Values of others that were overwritten unseen, PATCHes that no look came before, and those after an old one. */
  overwritten = 0;
  readonly #world: World;
  /** Separate, so that simulations without changes draw the same numbers as before. */
  readonly #random: Random;
  readonly #hides: 'never' | 'sometimes' | 'always';
  readonly #writes = new Map<ApplicationId, DetailWrite[]>();
  readonly #asked = new Set<ApplicationId>();
  readonly #looks = new Map<string, Look | null>();
  readonly #offered = new Map<string, Offered>();
  readonly #refusals = new Map<string, boolean>();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
    const drawn = random.next();
    const { hidesAlways, hidesSometimes } = faults.corrections;
    this.#hides =
      drawn < hidesAlways ? 'always' : drawn < hidesAlways + hidesSometimes ? 'sometimes' : 'never';
  }

  open(application: ApplicationId, held: HeldTexts): void {
    this.#writes.set(application, [{ at: Number.NEGATIVE_INFINITY, print: null, isWanted: false, held }]);
  }

  offer(changes: DetailChanges): void {
    const print = printOfChange(changes);
    if (!this.#offered.has(print)) this.#offered.set(print, { ...changes, wanted: 0 });
  }

  /** The operator wants this one sent, also unseen. */
  want(print: string): void {
    const offered = this.#offered.get(print);
    if (offered !== undefined) offered.wanted += 1;
  }

  /** As another system does it. */
  overwrite(application: ApplicationId, name: ChangedName, text: string): void {
    this.#write(application, { print: null, isWanted: false }, { [name]: text });
  }

  /** What a read shows that lags behind by so many milliseconds. */
  show(application: ApplicationId, lag = 0): HeldTexts {
    const until = this.#world.timeline.now - lag;
    return this.#writes.get(application)?.findLast(({ at }) => at <= until)?.held ?? {};
  }

  /** Whether this read is answered with details. */
  isShown(): boolean {
    if (this.#hides !== 'sometimes') return this.#hides === 'never';
    const share = shareOf(this.#world, 'service', faults.corrections.hidden);
    return !areFaultsOn(this.#world) || !this.#random.chance(share);
  }

  /** A process asks what is held. */
  ask(application: ApplicationId): void {
    this.#asked.add(application);
  }

  /** Whether one ever did. */
  wasAsked(application: ApplicationId): boolean {
    return this.#asked.has(application);
  }

  /** @param look null: nothing was seen */
  noteLook(host: string, application: ApplicationId, look: Look | null): void {
    this.#looks.set(`${host} ${application}`, look);
  }

  /** A PATCH leaves: what comes of it when it arrives, and what is known of it at last. */
  send(host: string, application: ApplicationId, changes: Pick<DetailChanges, 'changed'>) {
    const { now } = this.#world.timeline;
    const print = printOfChange(changes);
    const offered = this.#offered.get(print);
    const look = this.#looks.get(`${host} ${application}`) ?? null;
    this.#world.trace?.(
      host,
      `sends ${print}, as of ${look === null ? 'no look' : Math.round(look.shownAt)}`,
    );
    const isWanted = look === null && (offered?.wanted ?? 0) > 0;
    if (!isWanted && (look === null || now - look.begun > OLDEST_LOOK)) {
      this.#world.trace?.('verdict', `${print} goes without a look, or after an old one`);
      this.overwritten += 1;
    }
    return {
      store: (): ServiceError | null => {
        if (this.#isRefused(print)) return { kind: 'invalid', pointers: [], members: ['email'] };
        if (!isWanted) this.#judge(application, offered, look?.shownAt ?? Number.NEGATIVE_INFINITY);
        this.#write(application, { print, isWanted }, changes.changed);
        return null;
      },
      /** What was wanted once was sent once, unless it certainly did not arrive. */
      end: (isCertainlyNot: boolean): void => {
        if (isWanted && !isCertainlyNot && offered !== undefined) offered.wanted -= 1;
      },
    };
  }

  /** What was written of it, in order. */
  writesOf(application: ApplicationId): readonly DetailWrite[] {
    return this.#writes.get(application) ?? [];
  }

  /** Of what a change wrote: the names of what is still there. No two changes write the same text. */
  standing(application: ApplicationId, print: string): readonly ChangedName[] {
    const held = this.writesOf(application).at(-1)?.held ?? {};
    const wanted = this.#offered.get(print)?.changed ?? {};
    return changedNames.filter((name) => wanted[name] !== undefined && wanted[name] === held[name]);
  }

  /** What another system wrote so early that the look must have shown it is as the applicant saw it, or as they want it. */
  #judge(application: ApplicationId, offered: Offered | undefined, shownAt: number): void {
    const last = this.writesOf(application).at(-1);
    if (last === undefined || offered === undefined || last.at > shownAt) return;
    for (const name of changedNames) {
      const [held, wanted] = [last.held[name], offered.changed[name]];
      if (wanted === undefined || held === wanted || held === offered.seen[name]) continue;
      this.#world.trace?.(
        'verdict',
        `${held} is overwritten by ${wanted}, and ${offered.seen[name]} was seen`,
      );
      this.overwritten += 1;
    }
  }

  #isRefused(print: string): boolean {
    const known = this.#refusals.get(print) ?? this.#random.chance(faults.refusal.details);
    this.#refusals.set(print, known);
    return known;
  }

  #write(
    application: ApplicationId,
    by: Pick<DetailWrite, 'print' | 'isWanted'>,
    changed: DetailChanges['changed'],
  ): void {
    const texts = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, text ?? '']));
    const held = { ...this.show(application), ...texts };
    this.#writes.get(application)?.push({ ...by, at: this.#world.timeline.now, held });
    this.#world.trace?.('service', `holds ${JSON.stringify(held)}, by ${by.print ?? 'another system'}`);
  }
}
