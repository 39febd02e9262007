import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBody, ask, post } from '../../sandbox/client.support.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { openDataFile } from './data-file.ts';
import { createSaver } from './saver.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('saving', () => {
  test('a save that fails is reported, and tried again at the next change and at the end', async () => {
    const told: unknown[] = [];
    let fails = 1;
    const save = async () => {
      fails -= 1;
      if (fails >= 0) throw new Error('full');
    };
    const saver = createSaver({ save, failed: (error) => told.push(error) });
    saver.changed();
    expect(await saver.flush()).toBe(false);
    expect(await saver.flush()).toBe(true);
    expect(told).toHaveLength(1);
  });
});

/** One of everything that can be kept. */
async function filled() {
  const before = createSandbox({ samples: true }).keep();
  const bytes = new TextEncoder().encode('%PDF-1.4 a file');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { id: 'cv', filename: 'cv.pdf', type: 'application/pdf', size: bytes.length, sha256 };
  const files = { files: [file], contents: new Map([[sha256, bytes]]) };
  const sandbox = createSandbox({ samples: true, kept: { ...before, files } });
  const application = sandbox.applyTo('engineer');
  await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'A planner' } }));
  await post(sandbox, answerBody({ question: '103', application, options: ['Rust'] }));
  await ask(sandbox, '/_control/tags', {
    method: 'POST',
    body: '{"name":"Met at a fair","category":"Where"}',
  });
  return { sandbox, application };
}

async function openKept(path: string) {
  const file = await openDataFile(path);
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

describe('the data file', () => {
  test('all of it comes back into another sandbox: applications, answers, job seekers, tags and files', async () => {
    const { sandbox, application } = await filled();
    const path = join(folder, 'all.json');
    await (await openKept(path)).save(sandbox.keep());
    const { kept } = await openKept(path);
    const other = createSandbox({ samples: true, kept: kept ?? undefined });
    expect(other.keep()).toEqual(sandbox.keep());
    expect(other.answers(application)).toEqual(sandbox.answers(application));
    for (const address of ['holdings', `applications/${application}`])
      expect((await ask(other, `/_control/${address}`)).body).toEqual(
        (await ask(sandbox, `/_control/${address}`)).body,
      );
    expect(other.applyTo('engineer')).toBe(String(Number(application) + 1));
    expect((await ask(other, '/files/cv/cv.pdf')).text).toBe('%PDF-1.4 a file');
  });

  test('a content is written once, and a file whose content is gone or changed is refused', async () => {
    const { sandbox } = await filled();
    const path = join(folder, 'contents.json');
    await (await openKept(path)).save(sandbox.keep());
    const [name] = await readdir(`${path}.files`);
    await writeFile(join(`${path}.files`, name ?? ''), 'other');
    expect(await openDataFile(path)).toMatchObject({
      ok: false,
      error: expect.stringContaining('is missing or damaged'),
    });
  });

  test.each([
    ['nothing', '', 'is not JSON of a sandbox'],
    ['a list', '[]', 'is not JSON of a sandbox'],
    ['another program’s file', '{"name":"x"}', 'is not a data file of a sandbox'],
    [
      'a newer version',
      '{"format":"apply-form sandbox","version":2}',
      'has version 2; this sandbox reads version 1',
    ],
    ['no records', '{"format":"apply-form sandbox","version":1}', 'is damaged: its records cannot be read'],
  ])('%s is refused in one sentence, and stays as it is', async (_, text, sentence) => {
    const path = join(folder, 'strange.json');
    await writeFile(path, text);
    const opened = await openDataFile(path);
    expect(opened).toEqual({
      ok: false,
      error: `${path} ${sentence}. It was left as it is; name another with --data.`,
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
