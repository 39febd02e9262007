/**
 * The files of an item before it is marked, as a scan may take longer than a mark is good for. What the scanner does not
 * say is waited for; what it finds harmful comes back to the applicant.
 */

import { unreachable } from '../../core/model/failure.ts';
import type { FileId } from '../../core/model/ids.ts';
import type { FileVerdict } from '../ports.ts';
import { change, count, type LeasedSubmission, pauseAfter } from './leased-submission.ts';
import type { Item } from './record.ts';
import { refuseFile } from './refuse-item.ts';
import { park } from './settle-item.ts';

/** Tries, one and a half minutes: a store that does not answer comes back, a disk that is broken does not. */
export const MOST_UNREADABLE = 8;
/** Tries, half a minute apart: 12 hours, so that a scanner that fails in the night and is put right in the morning needs no retry. */
const MOST_UNSCANNED = 1_440;

/** Whether all may go. */
export async function areScanned(leased: LeasedSubmission, item: Item): Promise<boolean> {
  for (const file of item.files) {
    const verdict = await verdictOf(leased, file);
    // The scan was aborted with this worker, so it says nothing about the file.
    if (leased.stop.signal.aborted && verdict !== 'infected') return false;
    if (verdict !== 'clean') return holdUp(leased, item, { file, verdict });
  }
  return item.files.length === 0 || item.failures <= MOST_UNREADABLE || countAnew(leased, item);
}

type Verdict = FileVerdict | 'unreadable';

async function verdictOf({ dependencies, record, stop }: LeasedSubmission, file: FileId): Promise<Verdict> {
  const scan = dependencies.staging.scan?.(record.key, file, stop.signal);
  return (await scan?.catch(() => 'unreadable' as const)) ?? 'clean';
}

interface Scanned {
  readonly file: FileId;
  readonly verdict: Exclude<Verdict, 'clean'>;
}

async function holdUp(leased: LeasedSubmission, item: Item, { file, verdict }: Scanned): Promise<false> {
  switch (verdict) {
    case 'infected':
      await refuseFile(leased, item, { file, cause: 'infected' });
      return false;
    case 'unknown':
      count(leased, 'not_scanned');
      return scanLater(leased, item, { failures: item.failures, most: MOST_UNSCANNED, cause: 'not scanned' });
    case 'unreadable': {
      // A higher count comes from a scanner that did not answer, not from an unreadable file.
      const failures = item.failures > MOST_UNREADABLE ? 0 : item.failures;
      return scanLater(leased, item, { failures, most: MOST_UNREADABLE, cause: 'file unreadable' });
    }
    default:
      return unreachable(verdict);
  }
}

/** Waiting for the scanner does not count as failed POSTs. */
async function countAnew(leased: LeasedSubmission, item: Item): Promise<false> {
  await change(leased, item, { state: 'queued', failures: 0, dueAt: leased.now() });
  return false;
}

interface ScanTries {
  readonly failures: number;
  readonly most: number;
  readonly cause: string;
}

async function scanLater(
  leased: LeasedSubmission,
  item: Item,
  { failures, most, cause }: ScanTries,
): Promise<false> {
  const tries = failures + 1;
  if (failures >= most) await park(leased, item, { code: 'given_up', cause });
  else
    await change(leased, item, {
      state: 'queued',
      failures: tries,
      dueAt: leased.now() + pauseAfter(leased, tries),
    });
  return false;
}
