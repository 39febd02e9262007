import { act } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileId, questionId } from '../core/model/ids.ts';
import type { FileProgress, FileRow } from '../form/contract.ts';
import { question } from '../form/form.support.ts';
import { drawForm, listen } from './ui.support.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (name: string, progress: FileProgress): FileRow => ({
  id: fileId(name),
  name,
  size: 2048,
  type: 'application/pdf',
  progress,
});

const up = (name: string, done: number) => row(name, { kind: 'uploading', done });
const there = (name: string) => row(name, { kind: 'staged' });
const refused = (name: string) => row(name, { kind: 'rejected', code: 'damaged' });

const damaged = (name: string) =>
  `Error: ${name}: This file is damaged or has a password. Save it again without one, or choose another one.`;

function drawFiles() {
  const { form } = drawForm([question('1', 'multi_document', { title: 'Papers' })]);
  const wait = async (rows: readonly FileRow[], seconds = 0.05) => {
    act(() => form.fields.get(questionId('1'))?.enter(null, rows));
    await act(async () => {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
    });
  };
  return { show: (...rows: readonly FileRow[]) => wait(rows), wait, announced: listen() };
}

describe('the announcement of an upload', () => {
  test('comes only at the end of a quick upload', async () => {
    const { show, announced } = drawFiles();
    for (const done of [0, 0.3, 0.8]) await show(up('cv.pdf', done));
    await show(there('cv.pdf'));
    await show(there('cv.pdf'));
    expect(announced).toEqual(['cv.pdf: Added']);
  });

  test('gives the progress after one second, two more, and four more', async () => {
    const { wait, announced } = drawFiles();
    for (let second = 0; second < 10; second += 1) await wait([up('cv.pdf', second / 10)], 1);
    expect(announced).toEqual([0, 20, 60].map((percent) => `cv.pdf: Uploading, ${percent}%`));
  });

  test('gives the number of several files, and says when all are added', async () => {
    const { wait, announced } = drawFiles();
    await wait([up('a', 0.5), up('b', 0.1)], 2);
    await wait([there('a'), up('b', 0.2)], 0.5);
    await wait([there('a'), there('b')], 2);
    expect(announced).toEqual(['2 files: Uploading, 30%', '2 files: Added']);
  });
});

describe('the announcement of a file error', () => {
  test('comes once and at once, while other uploads continue', async () => {
    const { wait, announced } = drawFiles();
    await wait([up('a', 0), up('b', 0)], 0.1);
    await wait([refused('a'), up('b', 0.1)], 0.5);
    await wait([refused('a'), up('b', 0.2)], 0.3);
    await wait([refused('a'), there('b')], 3);
    expect(announced).toEqual([damaged('a'), 'b: Added']);
  });
});
