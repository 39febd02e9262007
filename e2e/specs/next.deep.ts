/** An app of Next.js, installed with its own packages, built, started and developed as its page says. Needs the registry. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { walkThroughApp } from '../support/app-journey.ts';
import { nameServer } from '../support/apps.ts';
import { tarballOf } from '../support/packed.ts';
import { expect, test } from '../support/with-server.ts';

// One app for all of them.
test.describe.configure({ mode: 'default', timeout: 600_000 });

const folder = mkdtempSync(join(tmpdir(), 'apply-next-'));
const project = join(folder, 'app');
const next = `${project}/node_modules/next/dist/bin/next`;
const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

test.beforeAll(() => {
  cpSync(tarballOf('apply-form'), join(folder, 'apply-form.tgz'));
  cpSync(fileURLToPath(new URL('../apps/next', import.meta.url)), project, { recursive: true });
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly address: string;
  stop(): Promise<void>;
}

/** Waits for the line with its address. */
async function startNext(...parameters: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [next, ...parameters, '--port', '0'], {
    cwd: project,
    env: environment,
  });
  const address = await addressOf(child);
  return {
    address,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [address] = /http:\/\/localhost:[1-9]\d*/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)));
  });
}

/** The page that came from the server has the link, and the browser the form in its place. */
async function walkThrough(page: Page, { address }: Started, server: string): Promise<void> {
  const html = await (await fetch(address)).text();
  expect(html).toContain('<a href="mailto:jobs@example.com?subject=4711">');
  expect(html).not.toContain('<apply-form');
  await walkThroughApp(page, address, server);
}

test('Next.js builds the app, types included, and what it starts shows, sends and takes away the form', async ({
  page,
  server,
}) => {
  nameServer(project, server.origin);
  const built = spawnSync(process.execPath, [next, 'build'], {
    cwd: project,
    encoding: 'utf8',
    env: environment,
  });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  nameServer(project, 'http://127.0.0.1:3000', server.origin);
  const started = await startNext('start');
  await walkThrough(page, started, server.origin);
  await started.stop();
});

test('in development, where React tells what differs from the server, the app has no warning', async ({
  page,
  server,
}) => {
  nameServer(project, server.origin);
  const started = await startNext('dev');
  await walkThrough(page, started, server.origin);
  await started.stop();
});
