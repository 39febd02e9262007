import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { answerBody, ask, post } from '../sandbox/client.support.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { createSaver, readData } from './sandbox-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const silent = (): void => undefined;

/** A sandbox with an answer and a file. */
async function filled() {
  const before = createSandbox({ samples: true }).keep();
  const bytes = new TextEncoder().encode('%PDF-1.4 a file');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { id: 'cv', filename: 'cv.pdf', type: 'application/pdf', size: bytes.length, sha256 };
  const files = { files: [file], contents: new Map([[sha256, bytes]]) };
  const sandbox = createSandbox({ samples: true, kept: { ...before, files } });
  const application = sandbox.applyTo('engineer');
  await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'A planner' } }));
  return { sandbox, application };
}

test('all of it comes back into another sandbox, files too', async () => {
  const { sandbox, application } = await filled();
  const path = join(folder, 'all.json');
  const saver = createSaver(path, sandbox.keep, silent);
  saver.changed();
  expect(await saver.flush()).toBe(true);
  const other = createSandbox({ samples: true, kept: await readData(path) });
  expect(other.keep()).toEqual(sandbox.keep());
  expect(other.answers(application)).toEqual(sandbox.answers(application));
  expect(other.applyTo('engineer')).toBe(String(Number(application) + 1));
  expect((await ask(other, '/files/cv/cv.pdf')).text).toBe('%PDF-1.4 a file');
});

test('there is no data before the first save', async () => {
  expect(await readData(join(folder, 'none.json'))).toBeUndefined();
});

test('a save that fails is reported, and the next change is saved', async () => {
  const told: string[] = [];
  const path = join(folder, 'late', 'held.json');
  const saver = createSaver(path, createSandbox().keep, (sentence) => void told.push(sentence));
  saver.changed();
  expect(await saver.flush()).toBe(false);
  expect(told).toEqual([
    `${path} cannot be written: ENOENT: no such file or directory. The next change tries again.`,
  ]);
  mkdirSync(join(folder, 'late'));
  saver.changed();
  expect(await saver.flush()).toBe(true);
});

test('what is no data of a sandbox is refused in one sentence, and stays as it is', async () => {
  const path = join(folder, 'strange.json');
  writeFileSync(path, '{"name":"x"}');
  await expect(readData(path)).rejects.toThrow(
    `${path} is not a data file of a sandbox. It was not changed; choose another file with --data.`,
  );
  expect(readFileSync(path, 'utf8')).toBe('{"name":"x"}');
});
