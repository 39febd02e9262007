import { beforeEach, describe, expect, test } from 'vitest';
import { fileId } from '../../core/model/ids.ts';
import type { FileProgress, FileRow } from '../../form/contract.ts';
import { createFileEvents, type FileEventAnnouncer } from './file-outcomes.ts';

const row = (name: string, progress: FileProgress): FileRow => ({
  id: fileId(name),
  name,
  size: 2048,
  type: 'application/pdf',
  progress,
});

const up = (name: string, done: number) => row(name, { kind: 'uploading', done });
const there = (name: string) => row(name, { kind: 'staged' });
const refused = (name: string) => row(name, { kind: 'rejected', code: 'file_type' });

let fileEvents: FileEventAnnouncer;

beforeEach(() => {
  fileEvents = createFileEvents([]);
});

/** What is told, in short. */
const hear = (...rows: readonly FileRow[]) =>
  fileEvents
    .next(rows)
    .map((piece) =>
      piece.kind === 'faulty'
        ? `${piece.row.name} faulty`
        : `${piece.rows.map(({ name }) => name).join('+')} ${piece.kind === 'uploading' ? piece.share : piece.kind}`,
    );

describe('one file', () => {
  test('each quarter is told once, however often it moves, and its arrival', () => {
    const told = [0, 0.1, 0.25, 0.26, 0.3, 0.49, 0.5, 0.74, 0.75, 0.99, 1].flatMap((done) =>
      hear(up('a', done)),
    );
    expect(told).toEqual(['a 0.25', 'a 0.5', 'a 0.75']);
    expect(hear(there('a'))).toEqual(['a staged']);
    expect(hear(there('a'))).toEqual([]);
  });

  test('one that was refused, failed or went is told by its name', () => {
    expect(hear(refused('a'))).toEqual(['a faulty']);
    expect(hear(refused('a'))).toEqual([]);
    expect(hear(row('a', { kind: 'failed', code: 'offline' }))).toEqual(['a faulty']);
    expect(hear()).toEqual(['a removed']);
  });

  test('a second try begins its quarters anew', () => {
    hear(up('a', 0.6));
    hear(row('a', { kind: 'failed', code: 'offline' }));
    hear(up('a', 0));
    expect(hear(up('a', 0.3))).toEqual(['a 0.25']);
  });

  test('what was there before is no news', () => {
    fileEvents = createFileEvents([there('a')]);
    expect(hear(there('a'))).toEqual([]);
  });

  test('that it has begun can be told until its first quarter is', () => {
    hear(up('a', 0.1));
    expect(fileEvents.begun([up('a', 0.1)])).toMatchObject({ kind: 'uploading', share: 0.1 });
    hear(up('a', 0.3));
    expect(fileEvents.begun([up('a', 0.3)])).toBeNull();
  });
});

describe('several files at once', () => {
  test('twenty are told in four pieces of news, not in a hundred', () => {
    const names = Array.from({ length: 20 }, (_, place) => `${place}`);
    const told = Array.from({ length: 101 }, (_, percent) => percent / 100).flatMap((done) =>
      hear(...names.map((name) => up(name, done))),
    );
    told.push(...hear(...names.map(there)));
    expect(told.map((piece) => piece.split(' ')[1])).toEqual(['0.25', '0.5', '0.75', 'staged']);
  });

  test('those that arrive one by one are told together at the end', () => {
    hear(up('a', 0), up('b', 0));
    expect(hear(there('a'), up('b', 0))).toEqual(['a+b 0.5']);
    expect(hear(there('a'), there('b'))).toEqual(['a+b staged']);
  });

  test('what goes wrong is told at once, and the rest goes on without it', () => {
    hear(up('a', 0), up('b', 0));
    expect(hear(refused('a'), up('b', 0.1))).toEqual(['a faulty']);
    expect(hear(refused('a'), up('b', 0.3))).toEqual(['b 0.25']);
    expect(hear(refused('a'), there('b'))).toEqual(['b staged']);
  });
});
