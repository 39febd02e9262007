/** Corrects the details of an application that was there, several times, and writes them as another system does. */
import type { DetailChanges } from '../../src/core/model/details.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type { Submission } from '../../src/core/model/submission.ts';
import type { Entry } from './entry.ts';
import * as faults from './faults-of-a-schedule.ts';
import { call, type Instance } from './proxies.ts';
import type { Random } from './random.ts';
import { changedNames, printOfChange, type SimulatedDetails } from './simulated-details.ts';
import type { World } from './world.ts';

export interface CorrectorDependencies {
  readonly world: World;
  readonly random: Random;
  readonly key: SubjectKey;
  readonly application: ApplicationId;
  readonly proxies: readonly Instance[];
  readonly details: SimulatedDetails;
  /** Of each receipt that reached the browser. */
  readonly onReceipt: (print: string) => void;
  /** As a page with the details alone does it; null: no receipt came. */
  readonly send: (entry: Entry, changes: DetailChanges) => Promise<Submission | null>;
}

/** What is changed of the details that a form shows beside its questions. */
export interface Corrector {
  /** @param before what was sent last; null: nothing was changed */
  change(moment: keyof typeof faults.corrections.beside, before?: DetailChanges | null): DetailChanges | null;
  onReceipt(changes: DetailChanges): void;
}

type Drawing = Pick<CorrectorDependencies, 'random' | 'key' | 'application' | 'details'>;

export const createCorrector = (
  dependencies: Drawing & Pick<CorrectorDependencies, 'onReceipt'>,
): Corrector => ({
  change(moment, before = null) {
    const { random } = dependencies;
    const { beside, asItWas } = faults.corrections;
    if (moment === 'refused' && random.chance(asItWas)) return before;
    return random.chance(beside[moment]) ? drawChanges(dependencies) : null;
  },
  onReceipt: (changes) => dependencies.onReceipt(printOfChange(changes)),
});

/** Tries of one change, after which the page is left. */
const MOST_TRIES = 30;

export async function correctDetails(dependencies: CorrectorDependencies): Promise<void> {
  const { world, random } = dependencies;
  for (let left = random.whole(1, faults.corrections.most); left > 0; left -= 1) {
    await world.timeline.pause(random.between(0, faults.corrections.between));
    const submission = await correctOnce(dependencies);
    // What changed meanwhile is shown, and chosen anew.
    if (submission?.application?.state === 'refused' && random.chance(0.8)) await correctOnce(dependencies);
  }
}

/** null: no receipt came. */
async function correctOnce(dependencies: CorrectorDependencies): Promise<Submission | null> {
  const { world, random, proxies, onReceipt } = dependencies;
  const changes = drawChanges(dependencies);
  // They read, and type.
  await world.timeline.pause(random.between(500, 20_000));
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const send = () => call(world, proxies, (entry) => dependencies.send(entry, changes));
    if (random.chance(faults.browser.doubleClick)) void send();
    const reply = await send();
    if (reply.kind === 'replied' && reply.value !== null) {
      onReceipt(printOfChange(changes));
      return reply.value;
    }
    await world.timeline.pause(random.between(1_000, 15_000));
  }
  return null;
}

/** Of what is there now. */
function drawChanges({ random, key, application, details }: Drawing): DetailChanges {
  const held = details.show(application);
  const changed = drawChange(random, key);
  const names = changedNames.filter((name) => name in changed);
  const changes = { changed, seen: Object.fromEntries(names.map((name) => [name, held[name]])) };
  details.offer(changes);
  return changes;
}

/** No two are the same, so that each is known by what it wrote. */
function drawChange(random: Random, { subject }: SubjectKey): DetailChanges['changed'] {
  const first = random.pick(changedNames);
  const names = random.chance(0.3) ? [first, random.pick(changedNames)] : [first];
  const mark = `${subject}x${random.whole(0, 1e9)}`;
  return Object.fromEntries(names.map((name) => [name, name === 'email' ? `${mark}@example.com` : mark]));
}

export async function writeElsewhere({
  world,
  random,
  application,
  details,
}: Pick<CorrectorDependencies, 'world' | 'random' | 'application' | 'details'>): Promise<void> {
  for (let left = random.whole(0, faults.corrections.elsewhere); left > 0; left -= 1) {
    await world.timeline.pause(random.between(0, faults.corrections.between));
    const name = random.pick(changedNames);
    details.overwrite(
      application,
      name,
      `theirs${random.whole(0, 1e9)}${name === 'email' ? '@example.com' : ''}`,
    );
  }
}
