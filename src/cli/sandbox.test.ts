import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { programArguments } from '../../e2e/support/programs/program-arguments.ts';
import { at } from '../sandbox/json.ts';
import { sampleForms } from '../sandbox/sample-forms.ts';
import { openDataFile } from './sandbox-data/data-file.ts';
import { readSandboxCommand } from './sandbox-options.ts';

describe('what the command is asked for', () => {
  test('a port is enough: all forms, the usual key, no limit, duplicates accepted', () => {
    const forms = sampleForms.map(({ name }) => name);
    const rest = { rate: null, duplicates: 'accept', data: null };
    expect(readSandboxCommand(['--port', '8080'])).toEqual({
      port: 8080,
      forms,
      key: 'sandbox-key',
      ...rest,
    });
  });

  test('every option is read', () => {
    const line =
      '--port=0 --form hostile --form engineer --key k --rate 120/60 --duplicates reject --data held.json';
    expect(readSandboxCommand(line.split(' '))).toEqual({
      port: 0,
      forms: ['hostile', 'engineer'],
      key: 'k',
      rate: { requests: 120, seconds: 60 },
      duplicates: 'reject',
      data: 'held.json',
    });
  });

  test.each([
    [[], '--port is missing.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--port', '1', '--form', 'other'], '--form "other" is no sample form. Known: engineer, nurse, '],
    [['--port', '1', '--rate', '10'], '--rate must be N/SECONDS as 120/60, not "10".'],
    [['--port', '1', '--duplicates', 'maybe'], '--duplicates must be accept, reject or replace'],
    [['--port', '1', '--key', ' '], '--key must not be empty.'],
    [['--port', '1', '--data', ' '], '--data must name a file.'],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(readSandboxCommand(args)).toEqual({ faults: [expect.stringContaining(sentence)] });
  });
});

describe('as a process', () => {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  const script = fileURLToPath(new URL('./sandbox.ts', import.meta.url));

  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, [...programArguments(script), ...args], {
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

  test('it says where it listens, its key and its forms, answers there, and ends at SIGTERM', {
    tags: 'deep',
  }, async () => {
    const { child, output } = await startReady('--key', 'my-key');
    const [address, key, form] = output.out.trimEnd().split('\n');
    const origin = address?.replace('Sandbox  ', '') ?? '';
    expect(key).toBe('key: my-key');
    expect(form).toMatch(/^form: engineer · job 4711 · \d+ questions · Software engineer$/);
    const reply = await fetch(`${origin}/api/v1/jobs/4711`, { headers: { 'x-api-key': 'my-key' } });
    expect(reply.status).toBe(200);
    expect((await fetch(`${origin}/_control/forms`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('it keeps what it holds in a file: a kill leaves the file whole, SIGTERM leaves the last word in it', {
    tags: 'deep',
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const data = join(folder, 'held.json');
    const made: string[] = [];
    for (const signal of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
      const { child, output } = await startReady('--data', data);
      const origin = /http:\S+/.exec(output.out)?.[0] ?? '';
      const makeOne = async () => {
        const reply = await fetch(`${origin}/_control/applications`, {
          method: 'POST',
          body: '{"form":"engineer"}',
        });
        made.push(String(at(await reply.json(), 'id')));
      };
      await makeOne();
      await Promise.all(Array.from({ length: 20 }, makeOne));
      child.kill(signal);
      await once(child, 'exit');
      const read = await openDataFile(data);
      expect(read).toMatchObject({ ok: true });
      const held = read.ok ? (read.value.kept?.records.applications ?? []).map(({ id }) => id) : [];
      expect(held.filter((id) => Number(id) >= 90_000)).toEqual(
        expect.arrayContaining(signal === 'SIGTERM' ? made.slice(-21) : []),
      );
    }
    expect(new Set(made.slice(-21)).size).toBe(21);
    await rm(folder, { recursive: true });
  });

  test('a second sandbox on one file is one sentence and exit 2; once the first is killed, the file is free', {
    tags: 'deep',
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const data = join(folder, 'held.json');
    const first = await startReady('--data', data);
    const second = start('--port', '0', '--form', 'engineer', '--data', data);
    expect(await once(second.child, 'close')).toEqual([2, null]);
    expect(second.output.error).toBe(
      `${data} is in use by another sandbox. One file serves one; name another with --data.\n`,
    );
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const third = await startReady('--data', data);
    third.child.kill('SIGTERM');
    expect(await once(third.child, 'exit')).toEqual([0, null]);
    await rm(folder, { recursive: true });
  });

  test('a busy port is one clear message and exit 2', { tags: 'deep' }, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { child, output } = start('--port', port);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(output.error).toBe(
      `Port ${port} is busy: another program listens there. Choose another with --port.\n`,
    );
    other.close();
  });
});
