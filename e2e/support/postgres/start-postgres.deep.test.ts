import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('./start-postgres.ts', import.meta.url));

test('a program that had a Postgres ends with its own exit code', () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(module)};
    const started = await startPostgres({});
    if (!started.ok) throw new Error(started.error);
    await started.value.stop();
    process.exitCode = 7;
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  expect(spawnSync(process.execPath, args, { stdio: 'inherit' }).status).toBe(7);
});
