/** Processes whose processor time can be asked for: our server from its sources before a sandbox, and controls. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcesses, type Processes, type StartedProcess } from '../kills/processes.ts';
import { ADMIN_KEY } from './hostile/request.ts';

export interface Counted {
  readonly address: string;
  /** Milliseconds of the processor since it started. */
  used(): Promise<number>;
}

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** @param act is given the address of a file store, which is gone afterwards */
export async function withFileStore<Result>(
  act: (processes: Processes, store: string) => Promise<Result>,
): Promise<Result> {
  const processes = createProcesses();
  const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
  try {
    return await act(processes, `file:${join(folder, 'apply.db')}`);
  } finally {
    await processes.end();
    await rm(folder, { recursive: true });
  }
}

export async function startCountedServer(
  processes: Processes,
  store: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Counted> {
  const sandbox = processes.start({
    args: ['--import', 'tsx', script('../../src/cli/sandbox.ts'), '--port', '0'],
    ready: /Sandbox {2}(\S+)/,
  });
  const [service = ''] = await found(sandbox);
  return startCounted(processes, {
    path: '../../src/server/app/main.ts',
    ready: /Processor {2}(\S+)[\s\S]*Apply Form {2}(\S+)/,
    environment: {
      PORT: '0',
      APPLY_SERVICE_URL: service,
      APPLY_SERVICE_KEY: 'sandbox-key',
      APPLY_SECRET: 'another-another-another-another-another',
      APPLY_ADMIN_KEY: ADMIN_KEY,
      APPLY_PUBLIC_JOBS: 'all',
      APPLY_ORIGINS: 'https://careers.example.com',
      APPLY_STORE: store,
      ...environment,
    },
  });
}

interface CountedProgram {
  /** From this folder. */
  readonly path: string;
  /** What it prints: where its processor time is told, and its own address. */
  readonly ready: RegExp;
  readonly environment: Readonly<Record<string, string>>;
}

export async function startCounted(
  processes: Processes,
  { path, ready, environment }: CountedProgram,
): Promise<Counted> {
  const args = ['--import', 'tsx', '--import', script('./hostile/cpu-port.ts'), script(path)];
  const [processor = '', address = ''] = await found(processes.start({ args, environment, ready }));
  return { address, used: async () => Number(await (await fetch(processor)).text()) };
}

async function found(started: StartedProcess): Promise<readonly string[]> {
  const match = await started.ready;
  if (match === null) throw new Error(`It does not start: ${started.complaint()}`);
  return match.slice(1);
}
