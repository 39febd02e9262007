/** The built server that has nothing to do: how soon it is ready, and what it keeps of the memory. Linux alone. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Processes } from '../../kills/processes.ts';
import { startBuiltServer } from '../built-server.ts';
import { median, type RowGroup } from '../row.ts';

const rounds = 5;
/** Milliseconds after which a start has left nothing to do. */
const REST = 5_000;

async function measureStart(folder: string) {
  const processes = new Processes();
  const began = performance.now();
  const { process } = await startBuiltServer(processes, { service: 'http://127.0.0.1:9', store: folder });
  const ready = performance.now() - began;
  await setTimeout(REST);
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8');
  await processes.end();
  return { ready, memory: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024 };
}

export const restRow: RowGroup = {
  name: 'rest',
  async measure() {
    if (platform() !== 'linux') return [];
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
      const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
      found.push(await measureStart(folder));
      await rm(folder, { recursive: true });
    }
    const ready = median(found.map((one) => one.ready));
    const memory = median(found.map((one) => one.memory));
    return [
      { row: 'the built server is ready', ours: ready, beside: null, unit: 'ms', budget: 1_000 },
      { row: 'resident memory at rest', ours: memory, beside: null, unit: 'MB', budget: 110 },
    ];
  },
};
