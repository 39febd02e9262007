/** The sandbox as the service, in its own process, with random faults. */
import { fileURLToPath } from 'node:url';
import type { HeldAnswer } from '../../src/sandbox/control/held-answers.ts';
import type { Disturbance } from '../../src/sandbox/faults/disturbance.ts';
import { at, isObject } from '../../src/sandbox/json.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import type { KillsCommand } from './options.ts';
import type { Processes } from './processes.ts';

export const SANDBOX_KEY = 'sandbox-key';

export interface SandboxProcess {
  readonly address: string;
  /** A fresh application. */
  applyTo(form: string): Promise<string>;
  answers(): Promise<readonly HeldAnswer[]>;
  /** Ids of the applications that carry each reference of ours; twice where a second one took its place. */
  references(): Promise<ReadonlyMap<string, readonly string[]>>;
  faults(): Promise<void>;
  heal(): Promise<void>;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('../../src/cli/sandbox.ts', import.meta.url));

/** What of a run decides how the service behaves. */
export type SandboxWish = Pick<KillsCommand, 'seed' | 'control' | 'duplicates'>;

export async function startSandbox(processes: Processes, command: SandboxWish): Promise<SandboxProcess> {
  const { seed, control: isControl, duplicates } = command;
  const args = [...programArguments(script), '--port', '0', '--duplicates', duplicates];
  const started = processes.start({ args, ready: /Sandbox {2}(\S+)/ });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`The sandbox does not start: ${started.complaint()}`);
  const control = (path: string, init?: RequestInit) => readJson(`${address}/_control${path}`, init);
  const setFaults = async (faults: object) => {
    await control('/faults', { method: 'PUT', body: JSON.stringify(faults) });
  };
  return {
    address,
    async applyTo(form) {
      const made = await control('/applications', { method: 'POST', body: JSON.stringify({ form }) });
      return String(at(made, 'id'));
    },
    answers: async () => toList(await control('/answers')).flatMap((one) => (isHeld(one) ? [one] : [])),
    references: () => readReferences(address),
    faults: () => setFaults({ seed, disturb: faultsOf(isControl) }),
    heal: () => setFaults({}),
    stop: () => started.stop(),
  };
}

async function readJson(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isHeld = (value: unknown): value is HeldAnswer =>
  isObject(value) && typeof value['question'] === 'string';

/** The largest page of the list. */
const PAGE = 1000;

async function readReferences(address: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let page = 1, size = PAGE; size === PAGE; page += 1) {
    const url = `${address}/api/v1/applications?sort=id&page[size]=${PAGE}&page[number]=${page}`;
    const all = toList(at(await readJson(url, { headers: { 'x-api-key': SANDBOX_KEY } }), 'data'));
    size = all.length;
    for (const one of all) {
      const reference = at(one, 'attributes', 'external_system_reference');
      if (typeof reference === 'string')
        found.set(reference, [...(found.get(reference) ?? []), ...madeOf(one)]);
    }
  }
  return found;
}

function madeOf(application: unknown): readonly string[] {
  const id = String(at(application, 'id'));
  const [made, changed] = ['created_at', 'updated_at'].map((name) => at(application, 'attributes', name));
  return made === changed ? [id] : [id, id];
}

/** Milliseconds: below time limit and reconcile delay together, 3 s, by the delay that a busy machine may add to a request. */
const LATE = 700;
/** Milliseconds: above them, and above what a server on a busy machine needs to start, read back and send again. */
const TOO_LATE = 20_000;

/** Milliseconds after the last fault until every late answer is stored. */
export const latest = ({ control: isControl }: Pick<KillsCommand, 'control'>): number =>
  isControl ? TOO_LATE : LATE;

/**
 * About a quarter of all writes have an unclear end. Shares of all requests, the first that meets one counts, so each
 * is a share of what the others left.
 */
function faultsOf(isControl: boolean): readonly Partial<Disturbance>[] {
  const write = (
    reply: Disturbance['reply'],
    commit: Disturbance['commit'],
    probability: number,
  ): Partial<Disturbance> => ({
    path: '/api/v1',
    method: 'POST',
    reply,
    commit,
    probability,
    after: isControl ? TOO_LATE : LATE,
  });
  return [
    write('drop', 'late', isControl ? 0.6 : 0.06),
    write('silence', 'late', 0.02),
    write('drop', 'now', 0.05),
    write('silence', 'now', 0.02),
    write('drop', 'none', 0.03),
    write(500, 'now', 0.02),
    write(500, 'none', 0.02),
    write('cut', 'now', 0.02),
    write('html', 'now', 0.02),
    write('no_id', 'now', 0.02),
    { ...write(429, 'none', 0.01), retry_after: 1 },
    write(429, 'none', 0.01),
    { path: '/api/v1', method: 'GET', reply: 'drop', probability: 0.03 },
    { path: '/api/v1', method: 'GET', reply: 500, probability: 0.02 },
  ];
}
