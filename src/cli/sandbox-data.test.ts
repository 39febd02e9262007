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

/** Makes a sandbox with an answer and a file. */
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

test('another sandbox reads all saved data, files included', async () => {
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

test('finds no data before the first save', async () => {
  expect(await readData(join(folder, 'none.json'))).toBeUndefined();
});

test('reports a failed save and saves again at the next change', async () => {
  const reports: string[] = [];
  const path = join(folder, 'late', 'data.json');
  const saver = createSaver(path, createSandbox().keep, (sentence) => void reports.push(sentence));
  saver.changed();
  expect(await saver.flush()).toBe(false);
  expect(reports).toEqual([
    `${path} cannot be written: ENOENT: no such file or directory. The next change tries again.`,
  ]);
  mkdirSync(join(folder, 'late'));
  saver.changed();
  expect(await saver.flush()).toBe(true);
});

test('refuses a file of another kind in one sentence and leaves it unchanged', async () => {
  const path = join(folder, 'strange.json');
  writeFileSync(path, '{"name":"x"}');
  await expect(readData(path)).rejects.toThrow(
    `${path} is not a data file of a sandbox. It was not changed; choose another file with --data.`,
  );
  expect(readFileSync(path, 'utf8')).toBe('{"name":"x"}');
});
