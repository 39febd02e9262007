/**
 * Twenty files of 10 MB at once from four applicants: how much memory the built server takes over what it has when it is
 * idle, seen from outside, with the service in another process. Beside it a server that takes and sends base64 in JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcesses, type Processes } from '../../kills/processes.ts';
import { makeApplication, openApplicant, QUESTION } from '../files/applicant.ts';
import { type BigFile, makeBigFile } from '../files/big-file.ts';
import { forgetPeak, idleMemoryOf, memoryOf } from '../files/memory-of.ts';
import { sendStream } from '../files/send-stream.ts';
import type { Measured, RowGroup } from '../row.ts';

const pathTo = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const sandboxScript = pathTo('../../../src/cli/sandbox.ts');
const controlScript = pathTo('../files/base64-control.ts');
const server = pathTo('../../../dist/server.js');
const ADMIN_KEY = 'the-admin-key-of-the-measured-server';
const SANDBOX_KEY = 'sandbox-key';
const APPLICANTS = 4;
const FILES = 5;
/** Bytes: enough to have everything loaded that a file needs. */
const SMALL = 100_000;

interface Running {
  readonly address: string;
  readonly pid: number;
}

async function start(
  processes: Processes,
  args: readonly string[],
  { ready, environment = {} }: { readonly ready: RegExp; readonly environment?: Record<string, string> },
): Promise<Running> {
  const started = processes.start({ args, environment, ready });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`It does not start: ${started.complaint()}`);
  return { address, pid: started.pid };
}

const startSandbox = (processes: Processes) =>
  start(processes, ['--import', 'tsx', sandboxScript, '--port', '0'], { ready: /Sandbox {2}(\S+)/ });

const startServer = (processes: Processes, service: string, folder: string) =>
  start(processes, [server], {
    ready: /Apply Form {2}(\S+)/,
    environment: {
      PORT: '0',
      APPLY_SERVICE_URL: service,
      APPLY_SERVICE_KEY: SANDBOX_KEY,
      APPLY_SECRET: 'the secret of the measured server',
      APPLY_ADMIN_KEY: ADMIN_KEY,
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
    },
  });

const repeat = <Value>(count: number, make: () => Value): readonly Value[] =>
  Array.from({ length: count }, make);

/** MiB over idle while they come, and until the service has them. */
async function measureServer(processes: Processes, folder: string) {
  const sandbox = await startSandbox(processes);
  const { address, pid } = await startServer(processes, sandbox.address, folder);
  const open = async () => openApplicant(address, await makeApplication(sandbox.address), ADMIN_KEY);
  const [first, small] = [await open(), makeBigFile(SMALL)];
  await first.put(small);
  await first.send([small]);
  const applicants = await Promise.all(repeat(APPLICANTS, open));
  const each = applicants.map((applicant) => ({ applicant, files: repeat(FILES, () => makeBigFile()) }));
  const idle = await idleMemoryOf(pid);
  await forgetPeak(pid);
  await Promise.all(each.flatMap(({ applicant, files }) => files.map(applicant.put)));
  const taken = (await memoryOf(pid)).peak;
  await Promise.all(each.map(({ applicant, files }) => applicant.send(files)));
  return { taken: taken - idle, delivered: (await memoryOf(pid)).peak - idle };
}

async function measureControl(processes: Processes): Promise<number> {
  const sandbox = await startSandbox(processes);
  const args = ['--import', 'tsx', controlScript, sandbox.address, SANDBOX_KEY];
  const { address, pid } = await start(processes, args, { ready: /Control {2}(\S+)/ });
  const send = async (file: BigFile, application: string) =>
    sendStream(address, { method: 'POST', headers: {}, chunks: inJson(file, application) });
  await send(makeBigFile(SMALL), await makeApplication(sandbox.address));
  const applications = await Promise.all(repeat(APPLICANTS, () => makeApplication(sandbox.address)));
  const idle = await idleMemoryOf(pid);
  await forgetPeak(pid);
  await Promise.all(applications.flatMap((one) => repeat(FILES, () => send(makeBigFile(), one))));
  return (await memoryOf(pid)).peak - idle;
}

function* inJson(file: BigFile, application: string): Generator<string> {
  const bytes = Buffer.concat([...file.chunks()]);
  yield JSON.stringify({ name: file.name, question: QUESTION, application, data: bytes.toString('base64') });
}

const rowOf = (row: string, widget: number, budget: number | null): Measured => ({
  row,
  widget,
  handWritten: null,
  unit: 'MiB',
  budget,
});

export const filesRow: RowGroup = {
  name: 'files',
  async measure() {
    if (platform() !== 'linux') return [];
    const [processes, folder] = [createProcesses(), await mkdtemp(join(tmpdir(), 'apply-bench-'))];
    try {
      const { taken, delivered } = await measureServer(processes, folder);
      return [
        rowOf('memory, 20 files of 10 MB come at once', taken, 80),
        rowOf('memory, until the service has them', delivered, 80),
        rowOf('memory, the same as base64 in JSON (control)', await measureControl(processes), null),
      ];
    } finally {
      await processes.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
