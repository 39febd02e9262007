import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../delivery/engines/open-store.ts';
import { sessionBody, submissionBody } from './test-bench.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-drain-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Applicants whose answers are on their way when the process ends, each after so many milliseconds at the service. */
const APPLICANTS = 6;
const DELAY = 400;

/** The process with a store of its own, sandbox mode. */
const running = new Set<ChildProcess>();

async function run(store: string) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH, PORT: '0', APPLY_MODE: 'sandbox', APPLY_STORE: store, APPLY_SECRET: 's'.repeat(32) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (data) => {
      const found = /Apply Form {2}(\S+)/.exec(String(data))?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, address };
}

async function call(address: string, [method, path, token = '']: readonly string[], body?: unknown) {
  const response = await fetch(`${address}${path}`, {
    method: method ?? '',
    headers: {
      'content-type': 'application/vnd.api+json',
      prefer: 'wait=0',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json().catch(() => null) };
}

/** Ends the process in the middle of its work: the items of its store by state. */
async function endUnderLoad(name: string, signal: 'SIGTERM' | 'SIGKILL') {
  const store = `file:${join(folder, name)}`;
  const { child, address } = await run(store);
  const sending = Array.from({ length: APPLICANTS }, async () => {
    const session = await call(address, ['POST', '/demo/sessions'], sessionBody({ form: 'one-of-each' }));
    const { token } = session.json.data.attributes;
    const { revision } = (await call(address, ['GET', '/api/v1/questions', token])).json.meta;
    return { token, revision };
  });
  const visitors = await Promise.all(sending);
  await call(address, ['PUT', '/sandbox/_control/faults'], { delay: DELAY });
  const receipts = visitors.map(({ token, revision }) =>
    call(
      address,
      ['POST', '/submissions', token],
      submissionBody(
        [
          ['2001', { boolean_answer: true }],
          ['2002', { text_answer: 'Nurse' }],
          ['2003', { text_answer: 'night shifts' }],
        ],
        { revision },
      ),
    ),
  );
  for (const { status } of await Promise.all(receipts)) expect(status).toBe(202);
  // One look of each before, then the POSTs.
  const isPosting = async () => (await call(address, ['GET', '/sandbox/_control/answers'])).json.length;
  await expect.poll(isPosting, { timeout: 10_000, interval: 50 }).toBeGreaterThan(0);
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  const opened = await openStore(store);
  if (!opened.ok) throw new Error(opened.error);
  const [backlog] = await opened.value.ledger.backlog();
  await opened.value.close();
  return { code, items: backlog?.items };
}

describe.concurrent('a process that ends under load', { timeout: 60_000 }, () => {
  test('by SIGTERM finishes what is on its way, leaves the rest queued, and nothing unclear', async () => {
    const { code, items } = await endUnderLoad('term.db', 'SIGTERM');
    expect(code).toBe(0);
    expect(items).toMatchObject({ sending: 0, unclear: 0 });
    expect(items?.queued).toBeGreaterThan(0);
  });

  test('by SIGKILL leaves what was on its way marked as such (control)', async () => {
    const { items } = await endUnderLoad('kill.db', 'SIGKILL');
    expect(items?.sending).toBeGreaterThan(0);
  });
});
