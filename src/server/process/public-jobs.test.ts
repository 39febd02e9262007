import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noFaults } from '../../sandbox/faults/faults.ts';
import { callAt, type ServedSandbox, serveSandbox, startBefore } from './served-sandbox.support.ts';
import { sessionBody } from './server.support.ts';
import type { RunningServer } from './start-server.ts';

let folder: string;
let service: ServedSandbox;
let running: RunningServer | null;
let logged: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-public-jobs-'));
  service = await serveSandbox(undefined, { samples: true });
  logged = '';
  running = null;
});
afterEach(async () => {
  await running?.close();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const environment = {
    APPLY_SECRET: 'a secret of thirty-two characters',
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_STORE: `file:${join(folder, 'apply.db')}`,
  };
  const started = await startBefore(service, environment, (line) => {
    logged += line;
  });
  if (!started.ok) throw new Error(started.error.join());
  running = started.value;
}

/** As a page of our own asks. */
const visit = (job: string) =>
  callAt(running?.address, ['POST', '/sessions'], sessionBody({ job, tenant: 'default' }), {
    origin: running?.address ?? '',
  });

test('the first lines say that all public jobs cannot be known, and what to do, once for the look and the first visitor', async () => {
  service.sandbox.setFaults({ ...noFaults, no_job_visibility: true });
  await start();
  await expect.poll(() => logged).toContain('public_jobs_refused');
  expect(logged).toMatch(/visibility_missing.*list the ids of public jobs/);
  expect((await visit('4801')).status).toBe(404);
  expect(logged.match(/public_jobs_refused/g)).toHaveLength(1);
});

test('a service that says who may see its jobs makes no such line (control)', async () => {
  await start();
  await expect
    .poll(() => service.sandbox.requests().some(({ path }) => path.startsWith('/api/v1/jobs')))
    .toBe(true);
  await visit('4801');
  expect(logged).not.toContain('public_jobs_refused');
});
