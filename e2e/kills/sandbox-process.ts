/** Runs the sandbox as the service, in a process of its own. */
import { fileURLToPath } from 'node:url';
import { programArguments } from '../support/programs/program-arguments.ts';
import type { Processes, StartedProcess } from './processes.ts';

export const SANDBOX_KEY = 'sandbox-key';

/** An answer in the form that the sandbox's control returns. */
export interface StoredAnswer {
  readonly application: string;
  readonly question: string;
  readonly value: unknown;
  readonly created_at: string;
  /** Later than the creation if another answer replaced it. */
  readonly updated_at: string;
}

interface Application {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const script = fileURLToPath(new URL('../../src/cli/apply-form-server.ts', import.meta.url));

export async function startSandbox(processes: Processes, duplicates = 'accept'): Promise<SandboxProcess> {
  const args = [...programArguments(script), 'sandbox', '--port', '0', '--duplicates', duplicates];
  const started = processes.start({ args, ready: /Sandbox {2}(\S+)/ });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`The sandbox did not start: ${started.output}`);
  return new SandboxProcess(address, started);
}

export class SandboxProcess {
  readonly address: string;
  readonly #process: StartedProcess;

  constructor(address: string, started: StartedProcess) {
    this.address = address;
    this.#process = started;
  }

  /** Creates an application. */
  async applyTo(form: string): Promise<string> {
    return (await this.#control('applications', 'POST', { form })).id;
  }

  answers(): Promise<readonly StoredAnswer[]> {
    return this.#control('answers');
  }

  /** @param faults for `PUT S/faults` */
  async disturb(faults: object): Promise<void> {
    await this.#control('faults', 'PUT', faults);
  }

  /** The ids of the applications with each of our references; an application that was changed may appear twice. */
  async references(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    for (const { id, attributes } of await this.#applications()) {
      const { external_system_reference: reference, created_at, updated_at } = attributes;
      if (typeof reference !== 'string') continue;
      const ids = created_at === updated_at ? [id] : [id, id];
      found.set(reference, [...(found.get(reference) ?? []), ...ids]);
    }
    return found;
  }

  stop(): Promise<void> {
    return this.#process.end('SIGTERM');
  }

  async #applications(): Promise<readonly Application[]> {
    const all: Application[] = [];
    for (let page = 1; all.length === (page - 1) * PAGE; page += 1) {
      const query = `sort=id&page[size]=${PAGE}&page[number]=${page}`;
      const headers = { 'x-api-key': SANDBOX_KEY };
      const { data } = await readJson(`${this.address}/api/v1/applications?${query}`, { headers });
      all.push(...data);
    }
    return all;
  }

  #control(name: string, method = 'GET', body?: object) {
    return readJson(`${this.address}/_control/${name}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

/** The largest page size of the list. */
const PAGE = 1000;

async function readJson(address: string, init: RequestInit) {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}
