/** Runs the program of `public/docs/sandbox.md` with this client and the address of a test sandbox. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openClientScene } from './client.support.ts';

const page = readFileSync(new URL('../../../public/docs/sandbox.md', import.meta.url), 'utf8');
const tsx = new URL('../../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
const door = new URL('index.ts', import.meta.url).href;

const programOf = (text: string): string =>
  [...text.matchAll(/```ts\n(.*?)```/gs)]
    .map(([, code = '']) => code)
    .find((code) => code.includes('createClient')) ?? '';

async function run(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-readme-'));
  try {
    const file = join(folder, 'program.mts');
    writeFileSync(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx, file]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the program on the sandbox page reads a confidential application, adds a tag and reads it back', async () => {
  const scene = await openClientScene({ samples: true });
  const program = programOf(page)
    .replace("'apply-form-server/service'", `'${door}'`)
    .replace('http://127.0.0.1:4000', scene.origin);
  const printed = await run(program);
  scene.close();
  expect(printed).toContain('80003');
  expect(printed).toContain("{ context: 'custom_portal_source', name: 'Called back' }");
});
