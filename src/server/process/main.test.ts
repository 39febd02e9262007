import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runProgram } from './run-program.support.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const run = (environment: Readonly<Record<string, string>>) => runProgram(main, [], { environment });

describe.concurrent('the process', () => {
  test('prints its address first, takes a free port on request, and ends at SIGTERM', async () => {
    // `npm start` passes this option, which starts the sandbox when no service is named.
    const { code, stdout, stderr } = await runProgram(main, ['--or-sandbox'], {
      environment: { PORT: '0' },
      until: /sandbox: .*\n/,
    });
    expect(stdout).toMatch(
      /^Apply Form {2}(http:\/\/127\.0\.0\.1:[1-9]\d+)\nadmin key: sandbox-admin\nsandbox: \1\/sandbox\/\n$/,
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  test('refuses an unknown option, such as a misspelt one', async () => {
    const { code, stdout, stderr } = await runProgram(main, ['--restore'], { environment: { PORT: '0' } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Unknown option --restore: .* --restored\.\n$/);
  });

  test('names every faulty variable in one message, and exits with 2', { tags: 'deep' }, async () => {
    const { code, stdout, stderr } = await run({
      PORT: 'many',
      APPLY_SERVICE_URL: 'ftp://service.example',
      APPLY_SECRET: 'hunter2',
      APPLY_DATE_ORDER: 'ymd',
    });
    expect([code, stdout]).toEqual([2, '']);
    const names = stderr.split('\n').map((line) => line.split(' ')[0]);
    expect(names).toEqual([
      'PORT',
      'APPLY_SERVICE_URL',
      'APPLY_SECRET',
      'APPLY_DATE_ORDER',
      'APPLY_SERVICE_KEY',
      '',
    ]);
    // The message does not repeat the secret.
    expect(stderr).not.toContain('hunter2');
  });
});
