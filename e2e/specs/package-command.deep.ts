/** The command `apply-form-server` as it is installed from its tarball, without the source and its packages. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { meet, sendShortest, shortest } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { install, manifestOf } from '../support/packed.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

// All tests share one project.
test.describe.configure({ mode: 'default' });

let project = '';
let command = '';

test.beforeAll(() => {
  project = install('e2e/consumer');
  command = `${project}/node_modules/apply-form-server/dist/apply-form-server.js`;
});
test.afterAll(() => rmSync(dirname(project), { recursive: true }));

const service = {
  APPLY_SERVICE_URL: 'http://127.0.0.1:9',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: '7d1f0c4b9a2e6835d0b7c1e4f9a8263550c7e1b4d9f2a86307e5c1b4d8f9a263',
};

/** Its environment has only the given variables. */
function run(parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...parameters], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { status, stdout, stderr };
}

test('start --sandbox shows a form, and an application arrives once', async ({ page }) => {
  const server = await startServer({ APPLY_MODE: '' }, [command, 'start', '--sandbox']);
  const sandbox = new Sandbox(server.origin);
  const { application, token } = await sandbox.apply('one-of-each');
  await sendShortest(await meet(page, `${server.origin}/form#token=${token}`));
  expect(await sandbox.posts(application)).toEqual(shortest);
  const settings = { PORT: new URL(server.origin).port, APPLY_MODE: 'sandbox' };
  expect(run(['attention'], settings)).toMatchObject({ status: 0, stderr: '' });
  const link = run(['link', '--application', application], settings);
  expect(link, link.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('/form#code=') });
  await server.stop();
});

test('the process shuts down cleanly at a signal, since it is the server itself', async () => {
  const child = spawn(process.execPath, [command, 'start', '--sandbox'], {
    cwd: project,
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('start without a service names the missing setting, and does not fall back to the sandbox', () => {
  expect(run(['start'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^APPLY_SERVICE_URL is missing/),
  });
});

test('only Postgres needs the package pg, and start without it says so', () => {
  const store = 'postgres://apply@127.0.0.1:9/apply';
  expect(run(['start'], { ...service, PORT: '0', APPLY_STORE: store })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'APPLY_STORE needs the package pg, which is not installed: npm install pg',
    ),
  });
});

test('backup copies a store, and says how to continue from it', async () => {
  const store = { ...service, APPLY_STORE: `file:${project}/store/apply.db` };
  const server = await startServer(store, [command, 'start']);
  const made = run(['backup', '--to', `${project}/copies/today`], store);
  expect(made, made.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('To restore') });
  expect(existsSync(`${project}/copies/today/apply.db`)).toBe(true);
  await server.stop();
});

test('check-questions and conformance work without a server', () => {
  expect(run(['check-questions', 'no-such-file.json'])).toMatchObject({ status: 2 });
  expect(run(['conformance', 'no-such-file.json'])).toMatchObject({ status: 2 });
});

test('prints its version, and lists every command after a misspelt one', () => {
  expect(run(['--version']).stdout.trim()).toBe(manifestOf(project, 'apply-form-server').version);
  const misspelt = run(['strat']);
  expect(misspelt).toMatchObject({ status: 2, stdout: '' });
  expect(misspelt.stderr).toMatch(/^There is no command strat\.\nUsage: npx apply-form-server COMMAND\n/);
  expect(run([])).toMatchObject({ status: 0, stdout: expect.stringContaining('check-questions') });
});
