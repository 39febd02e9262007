import { subject, tenant } from '../../src/core/model/ids.ts';
import { steadyTime } from '../../src/server/store/sqlite.ts';
import { createRandom, type Random } from '../support/random.ts';
import { Applicant } from './applicant.ts';
import * as chances from './chances.ts';
import { type Control, needsReceiver, replacedBy } from './controls.ts';
import { Dossier } from './entry.ts';
import { Fleet, referenceOf } from './fleet.ts';
import { randomForm } from './form.ts';
import { addTo, type Figures, judge, noFigures } from './judge.ts';
import { createNetwork } from './network.ts';
import { eraseOne, restoreSome } from './operator.ts';
import { Receiver } from './receiver.ts';
import { Service } from './service.ts';
import { MOST_PROCESSES, type Stores } from './stores.ts';
import { createWall, createWorld, type Trace, type World } from './world.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly schedule: number;
  /** null for a run without a control. */
  readonly control: Control | null;
  readonly stores: Stores;
  readonly trace: Trace | null;
}

/** Milliseconds of virtual time: a schedule that takes longer is stuck. */
const LONGEST = 12 * 3_600_000;
/** The limit with a webhook, whose last attempt follows the sixth failure after ten hours. */
const LONGEST_WITH_WEBHOOK = 80 * 3_600_000;
/** Milliseconds between two checks whether all is done. */
const CHECK_INTERVAL = 30_000;
/** The shortest and longest time in which faults are injected, in milliseconds. */
const FAULTS_FOR = [60_000, 900_000] as const;

/** Chooses at most one event, because each changes the guarantees that the others rely on. */
function drawEvent(random: Random, control: Control | null): 'restore' | 'erasure' | null {
  const { restore, erasure } = chances;
  const drawn = random.next();
  if (control === 'restore' || drawn < restore.share) return 'restore';
  return drawn < restore.share + erasure.share ? 'erasure' : null;
}

export async function runSchedule(options: ScheduleOptions): Promise<Figures> {
  const { seed, schedule, control, stores, trace } = options;
  const world = createWorld({ seed, schedule, faultsFor: FAULTS_FOR, trace });
  const random = createRandom(seed, schedule, 1);
  const replaced = replacedBy(control);
  const event = drawEvent(random, control);
  const wall = createWall(world, random.chance(chances.wall.share));
  const own = tenant(`t${schedule}`);
  const steady = steadyTime({ now: wall.now, monotonic: world.clock.monotonic });
  const store = stores.open(world, own, replaced.hasWallTime ? wall.now : steady);
  const form = randomForm(random);
  const service = new Service(world, form.sample, random);
  const network = createNetwork(world, service);
  const hasReceiver = needsReceiver(control) || random.chance(chances.receiver.share);
  const receiver = hasReceiver ? new Receiver(world) : null;
  const fleet = new Fleet(
    { world, wall, tenant: own, store, service, network, receiver, replaced },
    random.whole(2, MOST_PROCESSES),
  );
  const count = random.chance(0.8) ? 1 : random.whole(2, 4);
  const dossiers = Array.from({ length: count }, (_none, index) => {
    const application = random.chance(0.65) ? service.applyTo() : null;
    return new Dossier({ tenant: own, subject: subject(`s${index + 1}`) }, form, application);
  });
  const applicants = dossiers.map((dossier) => new Applicant({ world, dossier, fleet, service }));
  const isUnrecognised = replaced.isUnrecognised === true;
  const operating = { world, fleet, service, store, receiver, dossiers, isUnrecognised };
  const figures = noFigures();

  async function live(): Promise<void> {
    if (event === 'restore') figures.restores = await restoreSome(operating);
    if (event === 'erasure') figures.erased = await eraseOne(operating);
    await untilRest();
    await judgeAll();
  }

  async function untilRest(): Promise<void> {
    const { clock } = world;
    const until = clock.monotonic() + (receiver === null ? LONGEST : LONGEST_WITH_WEBHOOK);
    do await clock.sleep(CHECK_INTERVAL);
    while (clock.monotonic() < until && !(await isAtRest()));
  }

  async function isAtRest(): Promise<boolean> {
    if (network.pending() > 0 || applicants.some(({ isBusy }) => isBusy)) return false;
    for (const { key } of dossiers)
      if (((await store.ledger.find(key))?.dueAt ?? null) !== null) return false;
    return receiver === null || (await store.ledger.webhooks.count(own)).waiting === 0;
  }

  async function judgeAll(): Promise<void> {
    for (const applicant of applicants) {
      const { key } = applicant.dossier;
      const record = await store.ledger.find(key);
      const found = { service, record, isRestored: figures.restores > 0 };
      addTo(figures, judge(applicant, found));
      if (record !== null && receiver?.isWhole(record) === false) figures.wrongEvents += 1;
      figures.repeatedEvents += receiver?.countRepeated(referenceOf(key)) ?? 0;
      const states = record?.items.map(({ question, part, state, code }) => [question, part, state, code]);
      world.trace?.('judge', `${key.subject} ${JSON.stringify(states)}`);
    }
    figures.refusals += service.refused;
    figures.events += receiver?.count ?? 0;
    figures.wrongEvents += receiver?.wrong ?? 0;
  }

  await runUntilDone(world, live());
  fleet.switchOff();
  await store.free();
  return figures;
}

/** Lets time pass until the schedule is done. */
async function runUntilDone({ clock }: World, living: Promise<void>): Promise<void> {
  const progress = { isDone: false };
  const end = () => {
    progress.isDone = true;
  };
  living.then(end, end);
  while (!progress.isDone) await clock.run((clock.next() ?? clock.monotonic()) + 1_000);
  return living;
}
