/** Replaces what is stored with other content, where that is a correction. */

import { correct, type DeliverableAnswer } from '../answers/correction.ts';
import { detailNames } from '../model/details.ts';
import type { Revision } from '../model/ids.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../model/ports.ts';
import type { Destination } from '../model/submission.ts';
import { isRefused, newMaking } from './deliver-application.ts';
import type { Parcel } from './delivery-step.ts';

interface Correctable extends Parcel {
  fingerprint: string;
  revision: Revision;
}

export const queue = (answers: readonly LedgerAnswer[]): readonly DeliverableAnswer[] =>
  answers.map((answer) => ({ ...answer, state: 'queued', code: null }));

/** While the application is refused nothing is at the service, so all may change; later its details are fixed. */
export function takeCorrection(
  entry: Correctable,
  { fingerprint, revision, answers, destination }: SubmissionToAccept,
): boolean {
  const corrected = isRefused(entry)
    ? queue(answers)
    : isSame(entry.destination, destination)
      ? correct(entry.answers, answers, entry.revision === revision)
      : null;
  if (corrected === null) return false;
  if (isRefused(entry)) entry.making = newMaking;
  entry.destination = destination;
  entry.answers = corrected;
  entry.fingerprint = fingerprint;
  entry.revision = revision;
  return true;
}

function isSame(one: Destination, other: Destination): boolean {
  if (one.kind === 'application' || other.kind === 'application') return one.kind === other.kind;
  return detailNames.every((name) => one.details[name] === other.details[name]);
}
