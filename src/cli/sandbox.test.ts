import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { programArguments } from '../../e2e/support/programs/program-arguments.ts';
import { at } from '../sandbox/json.ts';
import { runCommand } from './run-command.support.ts';
import { sandbox } from './sandbox.ts';
import { readData } from './sandbox-data.ts';

test.each([
  ['', '--port is missing.\nUsage:'],
  ['--port x', '--port must be a whole number from 0 to 65535, not "x".'],
  ['--port 65536', '--port must be a whole number from 0 to 65535'],
  ['--port 1 --form other', '--form "other" is not a sample form. Known: engineer, nurse, '],
  ['--port 1 --rate 10', '--rate must be N/SECONDS, such as 120/60, not "10".'],
  ['--port 1 --duplicates maybe', '--duplicates must be accept, reject or replace, not "maybe".'],
  ['--port 1 --key=', '--key must not be empty.'],
  ['--port 1 --data=', '--data must name a file.'],
  ['--port 1 --data /proc', '/proc cannot be read: EISDIR'],
])('"%s" is refused in one sentence', async (line, sentence) => {
  expect(await runCommand(sandbox, line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});

test.each([
  ['{"format":"apply-form', 'is not a data file of a sandbox'],
  ['{"format":"apply-form sandbox","version":1}', 'is not of version 2'],
  ['{"format":"apply-form sandbox","version":2}', 'is damaged'],
  [
    '{"format":"apply-form sandbox","version":2,"records":{"applications":[],"answers":[],"jobSeekers":[]},"tags":{"contexts":[],"tags":[]},"files":[],"contents":["a"],"bytes":["AA=="]}',
    'is damaged',
  ],
])('the data file %s %s, so it is refused and left unchanged', async (text, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const data = join(folder, 'data.json');
  await writeFile(data, text);
  const stderr = `${data} ${sentence}. It was not changed; choose another file with --data.`;
  expect(await runCommand(sandbox, ['--port', '0', '--data', data])).toMatchObject({ code: 2, stderr });
  expect(await readFile(data, 'utf8')).toBe(text);
  await rm(folder, { recursive: true });
});

describe('as a process', { tags: 'deep' }, () => {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  const script = fileURLToPath(new URL('./apply-form-server.ts', import.meta.url));

  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, [...programArguments(script), 'sandbox', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const output = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output.error += chunk.toString();
    });
    return { child, output };
  }

  async function startReady(...args: readonly string[]) {
    const started = start('--port', '0', '--form', 'engineer', ...args);
    while (!started.output.out.includes('form: engineer')) await once(started.child.stdout, 'data');
    return started;
  }

  test('prints its address, key and forms, answers there, and ends at SIGTERM', async () => {
    const { child, output } = await startReady('--key', 'my-key');
    const [address, key, form] = output.out.trimEnd().split('\n');
    const origin = address?.replace('Sandbox  ', '') ?? '';
    expect(key).toBe('key: my-key');
    expect(form).toMatch(/^form: engineer · job 4711 · \d+ questions · Software engineer$/);
    const reply = await fetch(`${origin}/api/v1/jobs/4711`, { headers: { 'x-api-key': 'my-key' } });
    expect(reply.status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('stores its data in a file that a kill leaves readable and SIGTERM leaves complete', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const data = join(folder, 'data.json');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const made: string[] = [];
      const { child, output } = await startReady('--data', data);
      const origin = /http:\S+/.exec(output.out)?.[0] ?? '';
      const makeOne = async () => {
        const init = { method: 'POST', body: '{"form":"engineer"}' };
        const reply = await fetch(`${origin}/_control/applications`, init);
        made.push(String(at(await reply.json(), 'id')));
      };
      await Promise.all(Array.from({ length: 20 }, makeOne));
      child.kill(signal);
      await once(child, 'exit');
      const stored = ((await readData(data))?.records.applications ?? []).map(({ id }) => id);
      expect(stored).toEqual(expect.arrayContaining(signal === 'SIGTERM' ? made : []));
    }
    await rm(folder, { recursive: true });
  });

  test('exits with 2 and one sentence if the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { child, output } = start('--port', port);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(output.error).toBe(`Port ${port} is in use by another program. Choose another with --port.\n`);
    other.close();
  });
});
