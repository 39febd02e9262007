import * as chances from './chances.ts';
import type { Dossier } from './entry.ts';
import { type Fleet, referenceOf } from './fleet.ts';
import { countTaken } from './judge.ts';
import type { Receiver } from './receiver.ts';
import type { Service } from './service.ts';
import type { ScheduleStore } from './stores.ts';
import type { World } from './world.ts';

export interface OperatorDependencies {
  readonly world: World;
  readonly fleet: Fleet;
  readonly service: Service;
  readonly store: ScheduleStore;
  /** null without a webhook. */
  readonly receiver: Receiver | null;
  readonly dossiers: readonly Dossier[];
  /** True in the control in which no server notices that a backup was restored. */
  readonly isUnrecognised: boolean;
}

/** The shortest and longest delay between two tries, in milliseconds. All tries take about half an hour. */
const RETRY_DELAY = [500, 60_000] as const;
const MOST_TRIES = 60;

/** Repeats the erasure until all data of the first applicant is deleted. Returns the number of erased people. */
export async function eraseOne({ world, fleet, service, dossiers }: OperatorDependencies): Promise<number> {
  const { random, clock, trace } = world;
  const [dossier] = dossiers;
  await clock.sleep(random.between(0, chances.erasure.latest));
  for (let tries = 0; tries < MOST_TRIES && dossier !== undefined; tries += 1) {
    const reference = referenceOf(dossier.key);
    const reply = await fleet.ask((entry) => entry.erase(dossier, reference));
    trace?.('operator', `erases ${dossier.key.subject}: ${reply?.value === true ? 'all' : 'not all yet'}`);
    if (reply?.value === true) {
      dossier.storedAtErasure = countTaken(dossier, service);
      return 1;
    }
    await clock.sleep(random.between(...RETRY_DELAY));
  }
  return 0;
}

/** Milliseconds: the time limit of a POST plus the reconcile delay. */
const WAIT = { answer: 75_000, file: 170_000 };
/** Milliseconds after which all writes of ended processes have reached the store. */
const SETTLED = 5_000;

/**
 * Restores backups. Submissions that were accepted after the backup are lost with the disk, which is no fault of the ledger, so a
 * backup is restored only if no applicant or operator has acted since. Returns the number of restores.
 */
export async function restoreSome(dependencies: OperatorDependencies): Promise<number> {
  const { world, store, fleet, receiver, isUnrecognised } = dependencies;
  const { clock, random, trace } = world;
  const { tries, most, backUp, later } = chances.restore;
  let restores = 0;
  for (let turn = 0; turn < tries && restores < most; turn += 1) {
    await clock.sleep(random.between(...backUp));
    const before = await stateOfDossiers(dependencies);
    const putBack = await store.backUp();
    await clock.sleep(random.between(...later));
    if (before === '' || (await stateOfDossiers(dependencies)) !== before) continue;
    fleet.switchOff();
    await clock.sleep(SETTLED);
    if ((await stateOfDossiers(dependencies)) === before) {
      trace?.('operator', 'restores the backup');
      await putBack();
      receiver?.restored(await store.ledger.now());
      if (!isUnrecognised) await store.ledger.doubt(WAIT);
      restores += 1;
    }
    fleet.switchOn();
  }
  return restores;
}

/** Changes whenever an applicant or an operator acts, but not when a worker does. */
async function stateOfDossiers({ store, dossiers }: OperatorDependencies): Promise<string> {
  const states: string[] = [];
  for (const { key } of dossiers) {
    const record = await store.ledger.find(key);
    if (record !== null) states.push(`${key.subject} ${record.version} ${record.fingerprint}`);
  }
  return states.join(' ');
}
