import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
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

/** The processes that were started, in sandbox mode with stores of their own. */
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

/** Longer than a test takes, in seconds; the tests end the process with a second signal. */
const LONGEST_WINDOW = '300';

/** Starts a process and opens the form of an applicant. */
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

/** Begins an upload and sends its first half. */
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

describe('a process that receives SIGTERM', () => {
  test('reports that it is stopping, closes each connection after its reply, and ends at a second signal', async () => {
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

  test('finishes an upload that is under way when its port closes', async () => {
    const process = await runWith('upload.db', '0');
    const { child, isOpen, ended } = process;
    const { finish } = await beginUpload(process);
    child.kill('SIGTERM');
    await expect.poll(isOpen).toBe(false);
    // Waits longer than the server waits for requests that have sent nothing.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await finish()).toBe(201);
    expect(await ended).toEqual([0, null]);
  });
});
