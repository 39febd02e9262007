import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { readSandboxCommand } from './sandbox-options.ts';

describe('what the command is asked for', () => {
  test('a port is enough: all forms, the usual key, no limit, duplicates accepted', () => {
    expect(readSandboxCommand(['--port', '8080'])).toEqual({
      port: 8080,
      forms: [
        'engineer',
        'nurse',
        'graduate',
        'translated',
        'one-of-each',
        'hostile',
        'deep',
        'wide',
        'thousand',
      ],
      key: 'sandbox-key',
      rate: null,
      duplicates: 'accept',
    });
  });

  test('every option is read', () => {
    const args = [
      '--port=0',
      '--form',
      'hostile',
      '--form',
      'engineer',
      '--key',
      'k',
      '--rate',
      '120/60',
      '--duplicates',
      'reject',
    ];
    expect(readSandboxCommand(args)).toEqual({
      port: 0,
      forms: ['hostile', 'engineer'],
      key: 'k',
      rate: { requests: 120, seconds: 60 },
      duplicates: 'reject',
    });
  });

  test.each([
    [[], '--port is missing.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [
      ['--port', '1', '--form', 'nobody'],
      '--form "nobody" is no sample form. Known: engineer, nurse, graduate, translated, one-of-each, hostile, deep, wide, thousand.',
    ],
    [['--port', '1', '--rate', '10'], '--rate must be N/SECONDS as 120/60, not "10".'],
    [['--port', '1', '--rate', '0/60'], '--rate must be N/SECONDS as 120/60, not "0/60".'],
    [
      ['--port', '1', '--duplicates', 'maybe'],
      '--duplicates must be accept, reject or replace, not "maybe".',
    ],
    [['--port', '1', '--key', ' '], '--key must not be empty.'],
    [['--port', '1', '--data', 'x.json'], '--data is not built yet: the sandbox keeps its data in memory.'],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(readSandboxCommand(args)).toEqual({ faults: [sentence] });
  });

  test('several faults are all named', () => {
    const read = readSandboxCommand(['--rate', 'x', '--form', 'y']);
    expect('faults' in read && read.faults).toHaveLength(3);
  });

  test.each([[['--verbose']], [['engineer']]])('%j is no option', (args) => {
    const read = readSandboxCommand(args);
    expect('faults' in read && read.faults[0]).toContain(args[0]);
  });
});

describe('as a process', () => {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });

  const script = fileURLToPath(new URL('./sandbox.ts', import.meta.url));

  function start(...args: readonly string[]) {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
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

  test('it says where it listens, its key and its forms, answers there, and ends at SIGTERM', async () => {
    const { child, output } = start('--port', '0', '--form', 'engineer', '--key', 'my-key');
    while (!output.out.includes('form: engineer')) await once(child.stdout, 'data');
    const [address, key, form] = output.out.trimEnd().split('\n');
    const origin = address?.replace('Sandbox  ', '') ?? '';
    expect(key).toBe('key: my-key');
    expect(form).toMatch(/^form: engineer · job 4711 · \d+ questions · Software engineer$/);
    const reply = await fetch(`${origin}/api/v1/jobs/4711`, { headers: { 'x-api-key': 'my-key' } });
    expect(reply.status).toBe(200);
    expect((await fetch(`${origin}/_control/forms`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 20_000);

  test('a busy port is one clear message and exit 2', async () => {
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
  }, 20_000);

  test('a wrong option is its sentence, the usage, and exit 2', async () => {
    const { child, output } = start('--port', 'x');
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(output.error.split('\n')).toHaveLength(3);
    expect(output.error).toContain('Usage: npm run --silent sandbox -- --port N');
  }, 20_000);
});
