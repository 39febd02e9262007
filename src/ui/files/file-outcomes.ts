/**
 * What the live region announces about the files of one question, few messages however many files are uploaded at once.
 */

import type { FileId } from '../../core/model/ids.ts';
import type { FileRow } from '../../form/contract.ts';
import { isFaulty } from '../../form/file-rows.ts';

export type FileEvents =
  /** @param share 0 to 1, of all that are on their way together */
  | { readonly kind: 'uploading'; readonly rows: Rows; readonly share: number }
  | { readonly kind: 'staged'; readonly rows: Rows }
  | { readonly kind: 'faulty'; readonly row: FileRow }
  | { readonly kind: 'removed'; readonly rows: Rows };

type Rows = readonly FileRow[];

export interface FileEventAnnouncer {
  /** What is new since the last rows: each quarter once, arrivals together, failures by file name. */
  next(rows: Rows): readonly FileEvents[];
  /** What is under way; null when a quarter of it has been announced, or soon will be. */
  begun(rows: Rows): FileEvents | null;
}

/** From this share on the first quarter will be announced soon. */
const nearQuarter = 0.2;

/** @param before known already, so not announced */
export function createFileEvents(before: Rows): FileEventAnnouncer {
  let last = before;
  /** Files uploaded together: from the start of the first until none is left. */
  let together = new Set<FileId>();
  let quarters = 0;

  const kindBefore = ({ id }: FileRow) => last.find((row) => row.id === id)?.progress.kind;
  const isNew = (row: FileRow) => row.progress.kind !== kindBefore(row);

  function underWay(rows: Rows): Extract<FileEvents, { kind: 'uploading' }> {
    const going = rows.filter((row) => together.has(row.id) && !isFaulty(row));
    const done = going.reduce((sum, { progress }) => sum + doneOf(progress), 0);
    return { kind: 'uploading', rows: going, share: done / going.length };
  }

  function arrived(rows: Rows): readonly FileEvents[] {
    const there = rows.filter(
      (row) => row.progress.kind === 'staged' && (together.has(row.id) || isNew(row)),
    );
    together = new Set();
    quarters = 0;
    return there.length > 0 ? [{ kind: 'staged', rows: there }] : [];
  }

  function advanced(rows: Rows): readonly FileEvents[] {
    const now = underWay(rows);
    // The last quarter is announced as the arrival.
    const passed = Math.min(3, Math.floor(now.share * 4));
    if (passed <= quarters) return [];
    quarters = passed;
    return [{ ...now, share: passed / 4 }];
  }

  return {
    next(rows) {
      const gone = last.filter(({ id }) => rows.every((row) => row.id !== id));
      const uploading = rows.filter((row) => row.progress.kind === 'uploading');
      for (const { id } of uploading) together.add(id);
      const fileEvents: readonly FileEvents[] = [
        ...(gone.length > 0 ? [{ kind: 'removed' as const, rows: gone }] : []),
        ...rows.filter((row) => isFaulty(row) && isNew(row)).map((row) => ({ kind: 'faulty' as const, row })),
        ...(uploading.length > 0 ? advanced(rows) : arrived(rows)),
      ];
      last = rows;
      return fileEvents;
    },
    begun(rows) {
      const now = underWay(rows);
      return now.share < nearQuarter ? now : null;
    },
  };
}

const doneOf = (progress: FileRow['progress']): number => (progress.kind === 'uploading' ? progress.done : 1);
