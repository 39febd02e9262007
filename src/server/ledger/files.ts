/**
 * The files of a submission. Their names, by which the service can be asked which it holds, as it shows nothing else of
 * them: `cv.pdf`, `cv (2).pdf`; no two are alike by their letters and digits, which are what services keep of a name. And
 * their scan before an item is marked, as it may take longer than a mark is good for.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import type { Destination } from '../../core/model/submission.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../ports.ts';
import { safeName } from './http-gateway.ts';
import { change, count, type LeasedSubmission, park, pauseAfter } from './leased-submission.ts';
import { refuseFile } from './post.ts';
import type { Item } from './record.ts';

/** Those of one submission. What belongs to the application itself stands under `documentsQuestion`. */
export interface FileNames {
  take(question: QuestionId, name: string): void;
  /** With a name that is free, which it takes. */
  rename<File extends AttachedFile>(question: QuestionId, file: File): File;
}

/** @param firstNumber the lowest number that a document of the application may have behind its name; 1: it needs none */
export function createFileNames(firstNumber = 1): FileNames {
  const taken = new Map<QuestionId, Set<string>>();
  /** The service may show files of answers beside those of the application. */
  const isTaken = (question: QuestionId, name: string) =>
    [...taken].some(
      ([other, names]) =>
        names.has(safeName(name)) &&
        (other === question || other === documentsQuestion || question === documentsQuestion),
    );
  const take = (question: QuestionId, name: string) => {
    taken.set(question, (taken.get(question) ?? new Set()).add(safeName(name)));
  };
  return {
    take,
    rename(question, file) {
      const [, stem = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
      const numbered = (number: number) => (number === 1 ? file.name : `${stem} (${number})${ending}`);
      let number = question === documentsQuestion ? firstNumber : 1;
      while (isTaken(question, numbered(number))) number += 1;
      const name = numbered(number);
      take(question, name);
      return { ...file, name };
    },
  };
}

export function renameFiles(sent: SubmissionToAccept, names: FileNames): SubmissionToAccept {
  const { destination, answers } = sent;
  return {
    ...sent,
    // The application's files come first, so theirs are the names that stay.
    destination: renameOwn(destination, names),
    answers: answers.map((answer) => renameFile(answer, names)),
  };
}

function renameOwn(destination: Destination, names: FileNames): Destination {
  if (destination.kind === 'application' || destination.files === undefined) return destination;
  const { cv, cover_letter, documents } = destination.files;
  const rename = (file: AttachedFile) => names.rename(documentsQuestion, file);
  const files = {
    ...(cv === undefined ? {} : { cv: rename(cv) }),
    ...(cover_letter === undefined ? {} : { cover_letter: rename(cover_letter) }),
    ...(documents === undefined ? {} : { documents: documents.map(rename) }),
  };
  return { ...destination, files };
}

export function renameFile(answer: LedgerAnswer, names: FileNames): LedgerAnswer {
  const { question, value } = answer;
  if (value.kind !== 'document') return answer;
  return { ...answer, value: { ...value, file: names.rename(question, value.file) } };
}

/** Tries, one and a half minutes: a store that does not answer comes back, a disk that is broken does not. */
export const MOST_UNREADABLE = 8;
/** Tries, half a minute apart: 12 hours, so that a scanner that fails in the night and is put right in the morning needs no retry. */
const MOST_UNSCANNED = 1_440;

/** Whether all may go. What is found harmful comes back to the applicant. */
export async function areScanned(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { dependencies, record, stop } = leased;
  for (const file of item.files) {
    const scanned = dependencies.staging.scan(record.key, file, stop.signal);
    const verdict = await scanned.catch(() => 'unreadable' as const);
    if (verdict === 'infected') await refuseFile(leased, item, { file, cause: 'infected' });
    // Aborted with this worker a scan says nothing of the file.
    else if (verdict !== 'clean' && !stop.signal.aborted) await scanLater(leased, item, verdict);
    if (verdict !== 'clean' || stop.signal.aborted) return false;
  }
  return true;
}

async function scanLater(
  leased: LeasedSubmission,
  item: Item,
  verdict: 'unknown' | 'unreadable',
): Promise<void> {
  const isUnknown = verdict === 'unknown';
  if (isUnknown) count(leased, 'not_scanned');
  if (item.failures >= (isUnknown ? MOST_UNSCANNED : MOST_UNREADABLE))
    return park(leased, item, { code: 'given_up', cause: isUnknown ? 'not scanned' : 'file unreadable' });
  const failures = item.failures + 1;
  await change(leased, item, {
    state: 'queued',
    failures,
    dueAt: leased.now() + pauseAfter(leased, failures),
  });
}
