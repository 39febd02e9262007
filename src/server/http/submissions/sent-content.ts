/** All that one submission says, before it is compared with a form. */
import type { Staging, SubjectKey } from '../../../core/model/ports.ts';
import { MOST_FILES_A_SUBJECT } from '../forms/limits.ts';
import type { Refusal } from '../refusal.ts';
import type { Session } from '../sessions/tokens.ts';
import { findExcess, findFiles, readSentAnswers, type SentAnswer } from './sent-answers.ts';
import { readChanges, type SentChanges } from './sent-changes.ts';
import { findExcessFiles, readDetails, type SentDetails } from './sent-details.ts';
import type { SubmissionDocument } from './submission-body.ts';

export interface SentContent {
  readonly answers: readonly SentAnswer[];
  /** null: none were sent. */
  readonly details: SentDetails | null;
  /** Of an application that was there; null: none were changed. */
  readonly changes: SentChanges | null;
}

export function readContent(
  session: Pick<Session, 'id' | 'application'>,
  body: SubmissionDocument,
): SentContent {
  const { data } = body;
  const isThere = session.application !== null;
  return {
    answers: readSentAnswers(data.answers),
    details: data.details === null || isThere ? null : readDetails(data.details),
    changes: isThere ? readChanges(session, body) : null,
  };
}

/** What no form would send, whatever it asks. */
export const findExcessIn = ({ answers, details }: SentContent): Refusal | null =>
  findExcess(answers) ?? (details === null ? null : findExcessFiles(details, MOST_FILES_A_SUBJECT));

/** The same with its files as they are staged here. */
export async function withStaged(
  { answers, details, changes }: SentContent,
  key: SubjectKey,
  staging: Staging,
): Promise<SentContent> {
  return {
    changes,
    answers: await findFiles(answers, key, staging),
    details: details && { ...details, files: await findFiles(details.files, key, staging) },
  };
}
