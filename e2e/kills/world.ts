/** One world: a service that fails, servers that are killed, applicants who ask until they have a receipt, the verdict. */
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
  /** What the sandbox makes of a second answer. */
  readonly duplicates: string;
  /** Of all that is left to chance, but for the machine's own. */
  readonly seed: number;
  readonly scenario: ScenarioName;
}

/** Enough to keep the service busy, few enough that what is open at the end is soon delivered. */
const APPLICANTS = 8;
const ADMIN_KEY = 'the-admin-key-of-a-server-that-is-killed';
/** Kills of servers to one of their store. */
const STORE_EACH = 5;
/** Milliseconds. */
const ASK_AGAIN = 150;
/** Milliseconds that the last receipts have to be settled once all is well. */
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
  await Promise.all(replicas.map((one) => one.ready()));
  await sandbox.disturb({ seed: options.seed, disturb: scenario.disturb });
  const before = Math.max(0, options.count - replicas.length);
  const receipts = await applyUnderFire(world, before);
  await store.back;
  await sandbox.disturb({});
  const isAllStored = sleep(scenario.late);
  // The last kills come while all is well, so that what is open begins with a fresh rate limiter.
  store.kill(wayOf(random));
  await disturbAll(replicas, countdown(options.count - before));
  await store.back;
  log(`${options.count} kills, ${store.kills} of the store, ${receipts.length} receipts; all is well again.`);
  const end = performance.now() + SETTLING;
  const last = await Promise.all(receipts.map((one) => follow(world, one, () => performance.now() > end)));
  await isAllStored;
  const count = (of: (replica: Replica) => number) => replicas.reduce((sum, one) => sum + of(one), 0);
  return {
    kills: options.count,
    /** How many of these were stops in order. */
    restarts: count((one) => one.restarts),
    storeKills: store.kills,
    /** Receipts of which something may still come. */
    unsettled: last.filter(({ state }) => !isSettled(state)).length,
    /** Requests that got no answer of a server that was stopped in order, or was up. */
    failed: count((one) => one.failed),
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
  // An operator's are 15 and 60: a run would take hours.
  APPLY_SEND_SECONDS: '1',
  APPLY_QUIET_SECONDS: '2',
});

/** Passes requests to one that is up: while one restarts, the other has them all. */
const balance =
  (replicas: readonly Replica[], random: () => number): ApplicantOptions['ask'] =>
  async (place, call) => {
    const up = replicas.filter((one) => one.isUp);
    const some = up.length > 0 ? up : replicas;
    return some[Math.floor(random() * some.length)]?.ask(place, call) ?? null;
  };

/** Until all kills are made, and every applicant who began has a receipt. */
async function applyUnderFire(world: World, count: number): Promise<readonly Receipt[]> {
  const { replicas, store, scenario, random, log } = world;
  const receipts: Receipt[] = [];
  let isOver = false;
  const takeKill = countdown(count, (made) => {
    if (made % STORE_EACH === 0) store.kill(wayOf(random));
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
  Promise.all(replicas.map((one) => one.disturb(takeKill)));

const wayOf = (random: () => number) => (random() < 0.5 ? 'kill' : 'immediate');

/** true so many times. */
function countdown(count: number, onTaken: (made: number) => void = () => undefined): () => boolean {
  let made = 0;
  return () => {
    if (made < count) onTaken(made + 1);
    made += 1;
    return made <= count;
  };
}

/** Nothing more comes of it by itself. */
const isSettled = (state: string | null): boolean =>
  state !== null && ['complete', 'attention', 'refused'].includes(state);

/** Asks until the receipt is settled, or until there is no point in it any more. */
async function follow(world: World, receipt: Receipt, isOver: () => boolean): Promise<LastReceipt> {
  for (;;) {
    const reply = await world.ask(`/submissions/${receipt.reference}`, { token: receipt.token });
    const last = { ...receipt, ...readStates(reply?.status === 200 ? reply.body : null) };
    if (isSettled(last.state) || isOver()) return last;
    await sleep(ASK_AGAIN);
  }
}

function readStates(body: unknown) {
  const attributes = path(body, 'data', 'attributes');
  return {
    state: text(path(attributes, 'state')),
    applicationState: text(path(attributes, 'application', 'state')),
    states: list(path(attributes, 'answers')).map((one) => ({
      question: String(path(one, 'question')),
      state: String(path(one, 'state')),
    })),
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
