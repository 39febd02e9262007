/** The whole run: a service with faults, servers that are killed, applicants who retry until they have a receipt, the verdict. */
import type { HeldAnswer } from '../../src/sandbox/control/held-answers.ts';
import { createRandom, type Random } from '../../src/sandbox/faults/disturbance.ts';
import { at } from '../../src/sandbox/json.ts';
import type { Crash } from '../support/postgres/start-postgres.ts';
import { type Ask, apply, type Promised, type World } from './applicant.ts';
import { createFront, type Front } from './front.ts';
import { judge, type LastWord, type Verdict } from './judge.ts';
import type { KillsCommand } from './options.ts';
import type { Processes } from './processes.ts';
import { latest, SANDBOX_KEY, type SandboxProcess, startSandbox } from './sandbox-process.ts';
import { openStore, type UsedStore } from './store.ts';

export interface Dependencies {
  readonly processes: Processes;
  /** One line of progress. */
  readonly tell: (line: string) => void;
}

export interface Result extends Verdict {
  /** Fewer than were asked for where a control had found its fault. */
  readonly kills: number;
  /** How many of these were restarts in order. */
  readonly restarts: number;
  /** How often Postgres was killed under its servers. */
  readonly storeKills: number;
  /** Receipts that were not settled at the end. */
  readonly unsettled: number;
  /** Requests of applicants that got no answer of a server that was stopped in order, or was up. */
  readonly failed: number;
}

/** Enough to keep the service busy, few enough that what is open at the end is soon delivered. */
const APPLICANTS = 8;
const ADMIN_KEY = 'the-admin-key-of-a-server-that-is-killed';
/** Seconds: what a real operator sets to 15 and 60, so that a run is not hours. */
const SECONDS = { APPLY_SEND_SECONDS: '1', APPLY_QUIET_SECONDS: '2' };
/** Seconds of a stop in order: longer than any balancer here takes to hear of it. */
const DRAIN = 60;
/** Share of the servers that are stopped in order. */
const STOPS = 0.3;
/** Kills of servers to one of their store. */
const STORE_EACH = 5;
/** Milliseconds. */
const ASK_AGAIN = 150;
/** Milliseconds that the last receipts have to be settled once all is well. */
const SETTLING = 120_000;

export async function runKills(command: KillsCommand, { processes, tell }: Dependencies): Promise<Result> {
  const random = createRandom(command.seed);
  const [sandbox, store] = await Promise.all([
    startSandbox(processes, command),
    openStore(processes, command.store, command.isForgetful ? 'forgetful' : 'durable'),
  ]);
  tell(`The service is at ${sandbox.address}.`);
  const drain = command.isAbrupt ? 0 : DRAIN;
  const environment = environmentOf(sandbox, store.address);
  const stops = command.isAbrupt ? 1 : STOPS;
  const fronts = Array.from({ length: command.store === 'postgres' ? 2 : 1 }, () =>
    createFront({ processes, environment, drain, store, random, stops }),
  );
  const world: World = { ask: askAny(fronts, random), random, sandbox, adminKey: ADMIN_KEY };
  const proof = proofOf(command, fronts, sandbox);
  await Promise.all(fronts.map((front) => front.ready()));
  await sandbox.faults();
  const before = Math.max(0, command.count - fronts.length);
  const battle = { fronts, world, store, tell, isPatient: command.control, isProven: proof.isThere };
  const { promised, kills } = await underFire(before, battle);
  await store.back();
  await sandbox.heal();
  const isAllStored = sleep(latest(command));
  // The last kills come without faults, so that what is open begins with a fresh rate limiter.
  const killLast = countdown(command.count - before);
  store.kill(wayOf(random));
  await Promise.all(fronts.map((front) => front.suffer({ take: () => !proof.isThere() && killLast.take() })));
  await store.back();
  const made = kills + killLast.taken();
  const storeKills = store.kills();
  tell(`${made} kills, ${storeKills} of the store, ${promised.length} receipts, all is well again.`);
  proof.end();
  const last = await readLastReceipts(world, promised);
  await isAllStored;
  const service = { held: await sandbox.answers(), references: await sandbox.references() };
  const kept = promised.map((one, place) => ({ promised: one, last: last[place] ?? silence }));
  const unsettled = last.filter(({ state }) => !settledStates.includes(state)).length;
  const failed = countFailed(fronts);
  const restarts = fronts.reduce((sum, front) => sum + front.stops(), 0);
  return { kills: made, restarts, storeKills, unsettled, failed, ...judge(kept, service) };
}

const wayOf = (random: Random): Crash => (random() < 0.5 ? 'kill' : 'immediate');

/** Nothing more comes of it by itself. */
const settledStates: readonly (string | null)[] = ['complete', 'attention', 'refused'];

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const environmentOf = ({ address }: SandboxProcess, store: string): Readonly<Record<string, string>> => ({
  ...SECONDS,
  PORT: '0',
  APPLY_SERVICE_URL: address,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'the secret of a server that is killed',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_STORE: store,
});

/** The balancer in front of them takes one that is up: while one restarts, the other has all requests. */
const askAny =
  (fronts: readonly Front[], random: Random): Ask =>
  async (path, call) => {
    const up = fronts.filter((front) => front.isUp());
    const some = up.length > 0 ? up : fronts;
    return some[Math.floor(random() * some.length)]?.ask(path, call) ?? null;
  };

interface Proof {
  /** The fault that a control must find was found: there is nothing left to wait for. */
  isThere(): boolean;
  end(): void;
}

/** By chance a few kills show nothing, so a control makes more, until it has found its fault. */
function proofOf(
  { control, isAbrupt }: KillsCommand,
  fronts: readonly Front[],
  sandbox: SandboxProcess,
): Proof {
  let isTwice = false;
  let isOver = !control;
  const look = async () => {
    while (!isTwice && !isOver) {
      await sleep(ASK_AGAIN);
      // Asked again if there is no reply.
      isTwice = holdsTwice(await sandbox.answers().catch(() => []));
    }
  };
  void look();
  return {
    isThere: () => isTwice || (isAbrupt && countFailed(fronts) > 0),
    end: () => {
      isOver = true;
    },
  };
}

/** No applicant gives the same answer to a question twice. Seen where the service accepts a second answer. */
function holdsTwice(held: readonly HeldAnswer[]): boolean {
  const keys = held.map(({ application, question, value }) => JSON.stringify([application, question, value]));
  return new Set(keys).size < keys.length;
}

const countFailed = (fronts: readonly Front[]): number =>
  fronts.reduce((sum, front) => sum + front.failed(), 0);

interface Battle {
  readonly fronts: readonly Front[];
  readonly world: World;
  readonly store: UsedStore;
  readonly tell: (line: string) => void;
  /** Applicants wait until all is delivered, in spite of the faults: a control needs deliveries more than kills. */
  readonly isPatient: boolean;
  readonly isProven: () => boolean;
}

interface Fired {
  readonly promised: readonly Promised[];
  readonly kills: number;
}

/** Until all kills are made, or are no longer needed, and every applicant who began has a receipt. */
async function underFire(
  count: number,
  { fronts, world, store, tell, isPatient, isProven }: Battle,
): Promise<Fired> {
  const promised: Promised[] = [];
  let isOver = false;
  const kills = countdown(count, (left) => {
    const made = count - left;
    if (made % STORE_EACH === 0) store.kill(wayOf(world.random));
    if (made % 10 === 0) tell(`${made} kills, ${promised.length} receipts.`);
  });
  const applicant = async () => {
    while (!isOver) {
      const one = await apply(world);
      promised.push(one);
      await follow(world, one, () => isProven() || (isOver && !isPatient));
    }
  };
  const take = () => !isOver && !isProven() && kills.take();
  const killers = Promise.all(fronts.map((front) => front.suffer({ take }))).finally(() => {
    isOver = true;
  });
  await Promise.all([killers, ...Array.from({ length: APPLICANTS }, applicant)]).finally(() => {
    isOver = true;
  });
  return { promised, kills: kills.taken() };
}

interface Countdown {
  /** true so many times. */
  take(): boolean;
  taken(): number;
}

function countdown(count: number, each: (left: number) => void = () => undefined): Countdown {
  let left = count;
  return {
    take() {
      if (left === 0) return false;
      left -= 1;
      each(left);
      return true;
    },
    taken: () => count - left,
  };
}

const silence: LastWord = { state: null, answers: [], application: null };

async function readLastReceipts(world: World, promised: readonly Promised[]): Promise<readonly LastWord[]> {
  const end = performance.now() + SETTLING;
  return Promise.all(promised.map((one) => follow(world, one, () => performance.now() > end)));
}

/** Asks until it is settled, or until there is no point in it any more. */
async function follow(
  world: World,
  { reference, token }: Promised,
  isOver: () => boolean,
): Promise<LastWord> {
  for (;;) {
    const reply = await world.ask(`/submissions/${reference}`, { token });
    const word = reply?.status === 200 ? readWord(reply.body) : silence;
    if (settledStates.includes(word.state) || isOver()) return word;
    await sleep(ASK_AGAIN);
  }
}

function readWord(body: unknown): LastWord {
  const attributes = at(body, 'data', 'attributes');
  const answers = at(attributes, 'answers');
  const application = at(attributes, 'application', 'state');
  return {
    state: String(at(attributes, 'state')),
    application: typeof application === 'string' ? application : null,
    answers: (Array.isArray(answers) ? answers : []).map((one: unknown) => ({
      question: String(at(one, 'question')),
      state: String(at(one, 'state')),
    })),
  };
}
