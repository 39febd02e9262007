/** Runs one world: a service that fails, servers that are killed, and applicants who retry until they have a receipt; then judges it. */
import { list, path, text } from '../../src/core/jsonapi/json.ts';
import { createRandom } from '../support/random.ts';
import { type ApplicantOptions, apply, type Receipt } from './applicant.ts';
import { judge, type LastReceipt } from './judge.ts';
import type { Processes } from './processes.ts';
import { Replica } from './replica.ts';
import { SANDBOX_KEY, startSandbox } from './sandbox-process.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';
import { openStore, type StoreKind, type UsedStore } from './store.ts';

export interface KillsOptions {
  readonly count: number;
  readonly store: StoreKind;
  /** The sandbox's rule for second answers. */
  readonly duplicates: string;
  /** The seed of all random choices except those of the machine. */
  readonly seed: number;
  readonly scenario: ScenarioName;
}

/** So many keep the service busy, and are so few that open submissions are soon delivered at the end. */
const APPLICANTS = 8;
const ADMIN_KEY = 'the-admin-key-of-a-server-that-is-killed';
/** Number of server kills for each kill of the store. */
const KILLS_PER_STORE_KILL = 5;
/** Milliseconds between two requests for the state of a submission. */
const POLL_INTERVAL = 150;
/** Milliseconds in which the last receipts must be settled after the faults have ended. */
const SETTLING = 120_000;

interface World extends ApplicantOptions {
  readonly scenario: Scenario;
  readonly replicas: readonly Replica[];
  readonly store: UsedStore;
  readonly log: (line: string) => void;
}

export async function runKills(options: KillsOptions, processes: Processes, log: (line: string) => void) {
  const { next: random } = createRandom(options.seed);
  const scenario = scenarios[options.scenario];
  const [sandbox, store] = await Promise.all([
    startSandbox(processes, options.duplicates),
    openStore(processes, options.store, scenario.durability),
  ]);
  const environment = environmentOf(sandbox.address, store.address);
  const replicas = Array.from(
    { length: options.store === 'postgres' ? 2 : 1 },
    () => new Replica({ ...scenario, processes, environment, store, random }),
  );
  const ask = balance(replicas, random);
  const world: World = { ask, random, sandbox, adminKey: ADMIN_KEY, scenario, replicas, store, log };
  await Promise.all(replicas.map((replica) => replica.ready()));
  await sandbox.disturb({ seed: options.seed, disturb: scenario.disturb });
  const before = Math.max(0, options.count - replicas.length);
  const receipts = await applyDuringKills(world, before);
  await store.back;
  await sandbox.disturb({});
  const isAllStored = sleep(scenario.late);
  // The last kills happen after the faults have ended, so that open submissions start with a new rate limiter.
  store.kill(randomCrash(random));
  await disturbAll(replicas, countdown(options.count - before));
  await store.back;
  log(`${options.count} kills, ${store.kills} of the store, ${receipts.length} receipts; all is well again.`);
  const end = performance.now() + SETTLING;
  const last = await Promise.all(
    receipts.map((receipt) => follow(world, receipt, () => performance.now() > end)),
  );
  await isAllStored;
  const sum = (count: (replica: Replica) => number) =>
    replicas.reduce((total, replica) => total + count(replica), 0);
  return {
    kills: options.count,
    /** The number of stops by SIGTERM. */
    restarts: sum(({ restarts }) => restarts),
    storeKills: store.kills,
    /** Receipts that are not settled. */
    unsettled: last.filter(({ state }) => !isSettled(state)).length,
    /** Requests without an answer from a server that was not killed. */
    failed: sum(({ failed }) => failed),
    ...judge(last, { stored: await sandbox.answers(), references: await sandbox.references() }),
  };
}

const environmentOf = (service: string, store: string) => ({
  PORT: '0',
  APPLY_SERVICE_URL: service,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'the secret of a server that is killed',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_STORE: store,
  // Operators use 15 and 60, with which a run would take hours.
  APPLY_SEND_SECONDS: '1',
  APPLY_QUIET_SECONDS: '2',
});

/** Sends requests to a running server: while one restarts, the other gets all of them. */
const balance =
  (replicas: readonly Replica[], random: () => number): ApplicantOptions['ask'] =>
  async (target, call) => {
    const up = replicas.filter(({ isUp }) => isUp);
    const choice = up.length > 0 ? up : replicas;
    return choice[Math.floor(random() * choice.length)]?.ask(target, call) ?? null;
  };

/** Runs applicants until all kills are made and each applicant has a receipt. */
async function applyDuringKills(world: World, count: number): Promise<readonly Receipt[]> {
  const { replicas, store, scenario, random, log } = world;
  const receipts: Receipt[] = [];
  let isOver = false;
  const takeKill = countdown(count, (made) => {
    if (made % KILLS_PER_STORE_KILL === 0) store.kill(randomCrash(random));
    if (made % 10 === 0) log(`${made} kills, ${receipts.length} receipts.`);
  });
  const end = () => {
    isOver = true;
  };
  const applicant = async () => {
    while (!isOver) {
      const receipt = await apply(world);
      receipts.push(receipt);
      await follow(world, receipt, () => isOver && !scenario.isPatient);
    }
  };
  const applicants = Array.from({ length: APPLICANTS }, applicant);
  const killers = disturbAll(replicas, () => !isOver && takeKill()).finally(end);
  await Promise.all([killers, ...applicants]).finally(end);
  return receipts;
}

const disturbAll = (replicas: readonly Replica[], takeKill: () => boolean) =>
  Promise.all(replicas.map((replica) => replica.disturb(takeKill)));

const randomCrash = (random: () => number) => (random() < 0.5 ? 'kill' : 'immediate');

/** Returns a function that returns true the given number of times. */
function countdown(count: number, onTaken: (made: number) => void = () => undefined): () => boolean {
  let made = 0;
  return () => {
    if (made < count) onTaken(made + 1);
    made += 1;
    return made <= count;
  };
}

/** Whether the state changes no more without an operator. */
const isSettled = (state: string | null): boolean =>
  state !== null && ['complete', 'attention', 'refused'].includes(state);

/** Requests the state until the receipt is settled or the run is over. */
async function follow(world: World, receipt: Receipt, isOver: () => boolean): Promise<LastReceipt> {
  for (;;) {
    const reply = await world.ask(`/submissions/${receipt.reference}`, { token: receipt.token });
    const last = { ...receipt, ...readStates(reply?.status === 200 ? reply.body : null) };
    if (isSettled(last.state) || isOver()) return last;
    await sleep(POLL_INTERVAL);
  }
}

function readStates(body: unknown) {
  const attributes = path(body, 'data', 'attributes');
  return {
    state: text(path(attributes, 'state')),
    applicationState: text(path(attributes, 'application', 'state')),
    states: list(path(attributes, 'answers')).map((answer) => ({
      question: String(path(answer, 'question')),
      state: String(path(answer, 'state')),
    })),
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
