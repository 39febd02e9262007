/** The sandbox as the service, in a process of its own. */
import { fileURLToPath } from 'node:url';
import { list, path, text } from '../../src/core/jsonapi/json.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import type { Processes, StartedProcess } from './processes.ts';

export const SANDBOX_KEY = 'sandbox-key';

/** As the sandbox's control shows it. */
export interface StoredAnswer {
  readonly application: string;
  readonly question: string;
  readonly value: unknown;
  readonly isReplaced: boolean;
}

const script = fileURLToPath(new URL('../../src/cli/apply-form-server.ts', import.meta.url));

export async function startSandbox(processes: Processes, duplicates = 'accept'): Promise<SandboxProcess> {
  const args = [...programArguments(script), 'sandbox', '--port', '0', '--duplicates', duplicates];
  const started = processes.start({ args, ready: /Sandbox {2}(\S+)/ });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`The sandbox does not start: ${started.errors}`);
  return new SandboxProcess(address, started);
}

export class SandboxProcess {
  readonly address: string;
  readonly #process: StartedProcess;

  constructor(address: string, started: StartedProcess) {
    this.address = address;
    this.#process = started;
  }

  /** A fresh application. */
  async applyTo(form: string): Promise<string> {
    return idOf(await this.#control('applications', 'POST', { form }));
  }

  async answers(): Promise<readonly StoredAnswer[]> {
    return list(await this.#control('answers')).map(readAnswer);
  }

  /** @param faults for `PUT S/faults` */
  async disturb(faults: object): Promise<void> {
    await this.#control('faults', 'PUT', faults);
  }

  /** Ids of the applications that carry each reference of ours; twice where one was changed afterwards. */
  async references(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    for (let page = 1, size = PAGE; size === PAGE; page += 1) {
      const url = `${this.address}/api/v1/applications?sort=id&page[size]=${PAGE}&page[number]=${page}`;
      const all = list(path(await readJson(url, { headers: { 'x-api-key': SANDBOX_KEY } }), 'data'));
      size = all.length;
      for (const one of all) {
        const reference = text(path(one, 'attributes', 'external_system_reference'));
        if (reference !== null) found.set(reference, [...(found.get(reference) ?? []), ...timesMade(one)]);
      }
    }
    return found;
  }

  stop(): Promise<void> {
    return this.#process.end('SIGTERM');
  }

  #control(name: string, method = 'GET', body?: object): Promise<unknown> {
    return readJson(`${this.address}/_control/${name}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

/** The largest page of the list. */
const PAGE = 1000;

async function readJson(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

const idOf = (json: unknown): string => String(path(json, 'id'));

const readAnswer = (json: unknown): StoredAnswer => ({
  application: String(path(json, 'application')),
  question: String(path(json, 'question')),
  value: path(json, 'value'),
  isReplaced: path(json, 'created_at') !== path(json, 'updated_at'),
});

/** A second application with the same reference may have taken the place of the first. */
function timesMade(application: unknown): readonly string[] {
  const [made, changed] = ['created_at', 'updated_at'].map((name) => path(application, 'attributes', name));
  return made === changed ? [idOf(application)] : [idOf(application), idOf(application)];
}
