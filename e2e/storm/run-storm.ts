/** One run: the built server on a fresh file, a sandbox with a limit, real candidates, and a storm of fakes or none. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../src/sandbox/json.ts';
import { referencesIn } from '../bench/load/stores.ts';
import type { Processes, StartedProcess } from '../kills/processes.ts';
import { SANDBOX_KEY, type SandboxProcess, startSandbox } from '../kills/sandbox-process.ts';
import { type Line, openLine } from '../load/line.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import { type Applied, apply, type Candidate, type CandidateKind, candidateKinds } from './candidate.ts';
import type { FakesResult, FakesWish } from './fakes.ts';
import { FORM, ORIGIN } from './form.ts';
import { type Judged, judge } from './judge.ts';

export interface StormWish {
  /** Of the service, `N/SECONDS`. */
  readonly rate: string;
  readonly fakes: number;
  /** Seconds of the storm. */
  readonly seconds: number;
  /** Seconds that the last candidate is waited for. */
  readonly patience: number;
  /** Candidates of each kind. */
  readonly each: number;
  /** Applications before it, by which the server learns what the service takes. */
  readonly warm: number;
}

/** Bytes. */
export interface Growth {
  readonly store: number;
  readonly staging: number;
}

export interface StormRun {
  readonly candidates: readonly Applied[];
  readonly judged: Judged;
  readonly growth: Growth;
  /** null: there was no storm. */
  readonly fakes: FakesResult | null;
}

export interface StormWorld {
  readonly processes: Processes;
  /** What is under way. */
  readonly tell: (line: string) => void;
}

const ADMIN_KEY = 'storm-admin-storm-admin-storm-admin-storm';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const built = path('../../dist/server.js');
const program = path('./fakes.ts');

/** @param addresses that the fakes come from; 0: there are none */
export async function runStorm(
  { processes, tell }: StormWorld,
  wish: StormWish,
  addresses: number,
): Promise<StormRun> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-storm-'));
  processes.afterwards(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox(processes, {
    seed: 1,
    control: false,
    duplicates: 'accept',
    rate: wish.rate,
  });
  const store = join(folder, 'apply.db');
  const server = processes.start({
    args: [built],
    environment: environmentOf(sandbox, store),
    ready: /Apply Form {2}(\S+)/,
  });
  const address = (await server.ready)?.[1];
  if (address === undefined) throw new Error(`The server does not start: ${server.complaint()}`);
  const line = openLine([address]);
  tell(`${await warmUp(line, wish.warm)} of ${wish.warm} first applications are delivered`);
  const before = await sizeOf(folder);
  const [fakes, candidates] = await Promise.all([
    addresses === 0 ? null : startFakes(processes, { ...wish, server: address, addresses }),
    applyAll(line, sandbox, wish),
  ]);
  tell('all applied');
  const after = await sizeOf(folder);
  await line.close();
  await server.kill();
  const held = {
    answers: await sandbox.answers(),
    references: await sandbox.references(),
    stored: await referencesIn(`file:${store}`),
  };
  const growth = { store: after.store - before.store, staging: after.staging - before.staging };
  return { candidates, judged: judge(candidates, held), growth, fakes };
}

const environmentOf = (sandbox: SandboxProcess, store: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  APPLY_SERVICE_URL: sandbox.address,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'the secret of the server in the storm',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_ORIGINS: ORIGIN,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_TRUST_PROXY: '1',
  APPLY_STORE: `file:${store}`,
});

async function sizeOf(folder: string): Promise<Growth> {
  let [store, staging] = [0, 0];
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null || !found.isFile()) continue;
    if (name.includes('/')) staging += found.size;
    else store += found.size;
  }
  return { store, staging };
}

/** Milliseconds for all first applications at the most. */
const LONGEST_WARM = 120_000;

/** How many of them are delivered. */
async function warmUp(line: Line, count: number): Promise<number> {
  const world = { line, adminKey: ADMIN_KEY, end: performance.now() + LONGEST_WARM };
  const all = await Promise.all(
    Array.from({ length: count }, (_, number) => {
      const address = `30.${number}.7.9`;
      return apply(world, { kind: 'anonymous', name: `warm ${number}`, address, application: null });
    }),
  );
  return all.filter(({ delivery }) => delivery !== null).length;
}

/** Milliseconds after the beginning of the storm, and between two candidates. */
const [FIRST, EVERY] = [10_000, 1_000];

async function applyAll(line: Line, sandbox: SandboxProcess, wish: StormWish): Promise<readonly Applied[]> {
  const count = wish.each * candidateKinds.length;
  const end = performance.now() + FIRST + count * EVERY + wish.patience * 1_000;
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await setTimeout(FIRST + number * EVERY);
      const kind = candidateKinds[number % candidateKinds.length] ?? 'invited';
      return apply({ line, adminKey: ADMIN_KEY, end }, await makeCandidate(kind, number, sandbox));
    }),
  );
}

async function makeCandidate(
  kind: CandidateKind,
  number: number,
  sandbox: SandboxProcess,
): Promise<Candidate> {
  const application = kind === 'invited' ? await sandbox.applyTo(FORM) : null;
  const address = kind === 'behind one address' ? '40.1.7.9' : `20.${number}.7.9`;
  return { kind, name: `candidate ${number}`, address, application };
}

async function startFakes(
  processes: Processes,
  { server, fakes: count, addresses, seconds }: StormWish & Pick<FakesWish, 'server' | 'addresses'>,
): Promise<FakesResult> {
  const wish: FakesWish = { server, count, addresses, seconds };
  const args = [...programArguments(program), JSON.stringify(wish)];
  const started: StartedProcess = processes.start({ args, ready: /Fakes {2}(\{.*\})/ });
  const told = (await started.ready)?.[1];
  const result = parseJson(told ?? '');
  if (!isResult(result)) throw new Error(`The fakes ended: ${started.complaint()}`);
  return result;
}

const isResult = (value: unknown): value is FakesResult =>
  typeof value === 'object' && value !== null && 'receipts' in value && 'replies' in value;
