/** What the browser is started with: one that only writes down its arguments stands in its place, and ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
import { openBrowser } from './open-browser.ts';

let folder = '';
let browser = '';
const complaint = ['[ -e "$0.says" ] && cat "$0.says" >&2'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-doctor-'));
  browser = join(folder, 'browser');
  const lines = [
    '#!/bin/sh',
    `[ "$1" = --version ] && exit 0`,
    `echo "$@" >> ${folder}/starts`,
    ...complaint,
    'exit 1',
  ];
  await writeFile(browser, lines.join('\n'), { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => rm(join(folder, 'starts'), { force: true }));
beforeEach(() => says('No usable sandbox!'));
afterEach(() => {
  vi.restoreAllMocks();
});

/** What the browser writes before it ends. */
const says = (line: string) => writeFile(`${browser}.says`, `${line}\n`);

const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n');

test('a browser that does not start with its sandbox is not started without', async () => {
  const opened = await openBrowser({ APPLY_BROWSER: browser }, true);
  expect(opened).toEqual({ ok: false, error: expect.stringContaining('--no-sandbox') });
  const [only = '', ...more] = await starts();
  expect([only.includes('--no-sandbox'), more]).toEqual([false, []]);
});

test('one that was asked to go without is started so (control)', async () => {
  const opened = await openBrowser({ APPLY_BROWSER: browser }, false);
  expect(opened).toEqual({ ok: false, error: `${browser} does not start. It says: No usable sandbox!` });
  const [only = '', ...more] = await starts();
  expect([only.includes('--no-sandbox'), more]).toEqual([true, []]);
});

test.each([
  ['names the sandbox', 'No usable sandbox!', 1000, true],
  ['is started by root', 'Killed', 0, true],
  ['lacks a library', 'error while loading shared libraries: libnss3.so', 1000, false],
])(
  'the way on is that of the cause, which is said: a browser that %s',
  async (_, line, user, isOfSandbox) => {
    await says(line);
    vi.spyOn(process, 'getuid').mockReturnValue(user);
    const opened = await openBrowser({ APPLY_BROWSER: browser }, true);
    expect(opened).toEqual({ ok: false, error: expect.stringContaining(`It says: ${line}`) });
    expect(JSON.stringify(opened).includes('--no-sandbox')).toBe(isOfSandbox);
  },
);

test('one that is not there is said to be missing', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  const opened = await openBrowser({ APPLY_BROWSER: join(folder, 'none') }, true);
  expect(opened).toEqual({ ok: false, error: expect.stringMatching(/It says: .*doesn't exist/) });
});

test('the command ends with 2 and says what to do', async () => {
  const command = fileURLToPath(new URL('../doctor.ts', import.meta.url));
  const env = { ...process.env, APPLY_BROWSER: browser };
  const child = spawn(process.execPath, [...programArguments(command), 'http://127.0.0.1:1/'], { env });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const [code] = await once(child, 'close');
  expect([code, errors]).toEqual([2, expect.stringContaining('run this as another user')]);
  expect((await starts()).join()).not.toContain('--no-sandbox');
});
