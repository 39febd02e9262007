/**
 * What a start and a sweep cost where much is done already: the longest stop of the event loop, in a process of its own,
 * over 400,000 past submissions of which 5,000 are over their time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../src/server/delivery/stores/open-store.ts';
import { fillPast } from '../../../src/server/delivery/stores/past-submissions.support.ts';
import type { RowGroup } from '../row.ts';

const COUNT = 400_000;
const OVER = 5_000;
const ITEMS = 3;
const DAY = 86_400_000;
/** Milliseconds between two submissions: so many lie within the thirty days that they are kept. */
const STEP = Math.floor((29 * DAY) / (COUNT - OVER));

/** Milliseconds (`src/README.md#budgets`). */
const LONGEST_STOP = 50;

export const pastSubmissionsRow: RowGroup = {
  name: 'past-submissions',
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), 'apply-bench-'));
    const address = `file:${join(folder, 'apply.db')}`;
    try {
      await fill(address);
      const { stop, left } = await measureServer(address);
      // More come to their time while the store is filled.
      if (left > COUNT - OVER) throw new Error(`The sweep left ${left} submissions.`);
      const row = `${COUNT / 1_000}k past submissions: longest stop, start and sweep`;
      return [{ row, widget: stop, handWritten: null, unit: 'ms', budget: LONGEST_STOP }];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function fill(address: string): Promise<void> {
  const opened = await openStore(address);
  if (!opened.ok) throw new Error(opened.error);
  const from = Date.now() - 30 * DAY - OVER * STEP;
  await fillPast(opened.value.engine.database, { count: COUNT, items: ITEMS, from, step: STEP });
  await opened.value.close();
}

const program = fileURLToPath(new URL('./measure-stops.ts', import.meta.url));

async function measureServer(address: string): Promise<{ readonly stop: number; readonly left: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (data) => {
    told += String(data);
  });
  await once(child, 'close');
  const [stop, left] = told.trim().split(' ').map(Number);
  if (stop === undefined || left === undefined) throw new Error('The server could not be measured.');
  return { stop, left };
}
