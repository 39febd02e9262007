import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { programArguments } from '../support/programs/program-arguments.ts';

const script = fileURLToPath(new URL('./kills.ts', import.meta.url));

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawn(process.execPath, [...programArguments(script), ...args], {
    env: { ...process.env, ...environment },
  });
}

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = start(args, environment);
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    out.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    out.stderr += String(data);
  });
  const [code] = await once(child, 'close');
  const figures = JSON.parse(out.stdout.trimEnd().split('\n').at(-1) ?? '');
  return { code, figures, stderr: out.stderr };
}

describe.concurrent('a server that is killed while applicants send', () => {
  test('loses nothing and sends nothing twice: 10 kills over one file', async () => {
    const { code, figures, stderr } = await run(['--count', '10']);
    expect(figures, stderr).toMatchObject({ kills: 10, lost: 0, duplicated: 0, failed: 0, storeKills: 0 });
    expect(figures.answers).toBeGreaterThan(15);
    expect(code, stderr).toBe(0);
  });

  test('is seen to send twice where the service stores later than the quiet time: the control', async () => {
    const { code, figures } = await run(['--count', '3'], { KILLS_CONTROL: 'late' });
    expect(figures.duplicated).toBeGreaterThan(0);
    expect(code).toBe(1);
  });

  test('is seen to fail requests where it is stopped without a word to its balancer: the control', async () => {
    const { code, figures } = await run(['--count', '30'], { KILLS_CONTROL: 'abrupt' });
    expect(figures).toMatchObject({ lost: 0, duplicated: 0 });
    expect(figures.failed).toBeGreaterThan(0);
    expect(code).toBe(1);
  });

  test('leaves no process behind when it is broken off', async () => {
    const child = start(['--count', '99']);
    const address = await new Promise<string>((resolve) => {
      let text = '';
      child.stderr.on('data', (data) => {
        text += String(data);
        const [, found] = /(http\S+)\.\s/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    expect((await fetch(`${address}/_control/forms`)).status).toBe(200);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    await expect(fetch(`${address}/_control/forms`)).rejects.toThrow();
  });
});
