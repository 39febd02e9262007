import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { noFaults } from '../../sandbox/faults/faults.ts';
import { createLog } from './log.ts';
import { sessionBody } from './server.support.ts';
import { type RunningServer, startServer } from './start-server.ts';

let folder: string;
let sandbox: Sandbox;
let service: Server;
let isDown: boolean;
let running: RunningServer | null;
let logged: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-public-jobs-'));
  sandbox = createSandbox({ key: 'key', samples: true });
  const inner = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  isDown = false;
  logged = '';
  service = createServer((request, response) => {
    if (isDown) response.destroy();
    else inner.emit('request', request, response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  running = null;
});
afterEach(async () => {
  await running?.close();
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The server ends, if it runs, and begins on the same store. */
async function restart(): Promise<void> {
  await running?.close();
  running = null;
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const environment = {
    PORT: '0',
    APPLY_SERVICE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    APPLY_SERVICE_KEY: 'key',
    APPLY_SECRET: 'a secret of thirty-two characters',
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_STORE: `file:${join(folder, 'apply.db')}`,
  };
  const started = await startServer(environment, { log: createLog(sink) });
  if (!started.ok) throw new Error(started.error.join());
  running = started.value;
}

/** As a page of our own asks. */
async function visit(job: string) {
  const origin = running?.address ?? '';
  const response = await fetch(`${origin}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', origin },
    body: JSON.stringify(sessionBody({ job, tenant: 'default' })),
  });
  const text = await response.text();
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, headers, text };
}

test('the first lines say that all public jobs cannot be known, and what to do, once for the look and the first visitor', async () => {
  sandbox.setFaults({ ...noFaults, no_job_visibility: true });
  await restart();
  await expect.poll(() => logged).toContain('public_jobs_refused');
  expect(logged).toMatch(/visibility_missing.*list the ids of public jobs/);
  expect((await visit('4801')).status).toBe(404);
  expect(logged.match(/public_jobs_refused/g)).toHaveLength(1);
});

test('a service that says who may see its jobs makes no such line (control)', async () => {
  await restart();
  await expect.poll(() => sandbox.requests().some(({ path }) => path.startsWith('/api/v1/jobs'))).toBe(true);
  await visit('4801');
  expect(logged).not.toContain('public_jobs_refused');
});
