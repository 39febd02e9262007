import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
import { openStore } from '../store/open-store.ts';
import { callAt as call } from './served-sandbox.support.ts';
import { sessionBody, submissionBody } from './server.support.ts';

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

async function run(store: string, environment: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, programArguments(main), {
    env: {
      PATH,
      PORT: '0',
      APPLY_MODE: 'sandbox',
      APPLY_STORE: store,
      APPLY_SECRET: 's'.repeat(32),
      ...environment,
    },
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
  await expect.poll(isPosting, { interval: 50 }).toBeGreaterThan(0);
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  const opened = await openStore(store);
  if (!opened.ok) throw new Error(opened.error);
  const [backlog] = await opened.value.ledger.backlog();
  await opened.value.close();
  return { code, items: backlog?.items };
}

describe.concurrent('a process that ends under load', () => {
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

/** Seconds: the tests end it by a second signal. */
const LONGEST_WINDOW = '300';

/** A process with an applicant who has the form. */
async function runWith(name: string, window: string) {
  const { child, address } = await run(`file:${join(folder, name)}`, { APPLY_DRAIN_SECONDS: window });
  const session = await call(address, ['POST', '/demo/sessions'], sessionBody({ form: 'one-of-each' }));
  const { token } = session.json.data.attributes;
  const readMeta = async () => (await call(address, ['GET', '/api/v1/questions', token])).json.meta;
  const { revision } = await readMeta();
  const send = () =>
    fetch(`${address}/submissions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/vnd.api+json',
        prefer: 'wait=20',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(submissionBody([['2002', { text_answer: 'Nurse' }]], { revision })),
    });
  return {
    child,
    address,
    token,
    send,
    readMeta,
    isReady: async () => (await fetch(`${address}/readyz`)).status !== 503,
    isOpen: () => fetch(`${address}/healthz`).then(Boolean, () => false),
    ended: once(child, 'exit'),
  };
}

/** An upload of which the first half has come. */
async function beginUpload({ address, token }: { readonly address: string; readonly token: string }) {
  const { hostname, port } = new URL(address);
  const upload = request({
    hostname,
    port,
    path: '/files/6f1cbb3c-4b5d-4a63-9a51-0d1d0a0b7c11',
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
      'apply-for': 'question 2009',
      expect: '100-continue',
    },
  });
  const replied = once(upload, 'response');
  const begun = once(upload, 'continue');
  upload.flushHeaders();
  await begun;
  upload.write('%PDF-1.7\n');
  return {
    async finish() {
      upload.end('%%EOF\n');
      const [response] = await replied;
      response.resume();
      return response.statusCode;
    },
  };
}

describe('a process that is asked to stop', () => {
  test('gives those who wait for a delivery their receipts at once', async () => {
    const { address, child, send, readMeta } = await runWith('waiting.db', LONGEST_WINDOW);
    await call(address, ['PUT', '/sandbox/_control/faults'], { delay: 30_000 });
    const waiting = Array.from({ length: 5 }, send);
    await expect.poll(async () => (await readMeta()).submission).not.toBeNull();
    child.kill('SIGTERM');
    for (const { status, headers } of await Promise.all(waiting))
      expect([status, headers.get('connection')]).toEqual([202, 'close']);
  });

  test('says so, and serves on while it closes each connection, until it is asked again', async () => {
    const { child, send, isReady, isOpen, ended } = await runWith('window.db', LONGEST_WINDOW);
    expect(await isReady()).toBe(true);
    child.kill('SIGTERM');
    await expect.poll(isReady).toBe(false);
    const { status, headers } = await send();
    expect([status, headers.get('connection')]).toEqual([202, 'close']);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await isOpen()).toBe(false);
  });

  test('ends by itself when its time is over', async () => {
    const { child, ended } = await runWith('short.db', '1');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('finishes an upload that is under way when its port closes', async () => {
    const process = await runWith('upload.db', '0');
    const { child, isOpen, ended } = process;
    const { finish } = await beginUpload(process);
    child.kill('SIGTERM');
    await expect.poll(isOpen).toBe(false);
    // Longer than the moment that is left to requests of which nothing has come.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await finish()).toBe(201);
    expect(await ended).toEqual([0, null]);
  });
});
