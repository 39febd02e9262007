/** All that one submission says, before it is compared with a form. */

import { MOST_FILES_A_SUBJECT } from '../forms/limits.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Staging, SubjectKey } from '../ports.ts';
import { findExcess, findFiles, readSentAnswers, type SentAnswer } from './sent-answers.ts';
import { findExcessFiles, readDetails, type SentDetails } from './sent-details.ts';
import type { SubmissionDocument } from './submission-body.ts';

export interface SentContent {
  readonly answers: readonly SentAnswer[];
  /** null: none were sent. */
  readonly details: SentDetails | null;
}

export const readContent = ({ data: { answers, details } }: SubmissionDocument): SentContent => ({
  answers: readSentAnswers(answers),
  details: details === null ? null : readDetails(details),
});

/** What no form would send, whatever it asks. */
export const findExcessIn = ({ answers, details }: SentContent): Refusal | null =>
  findExcess(answers) ?? (details === null ? null : findExcessFiles(details, MOST_FILES_A_SUBJECT));

/** The same with its files as they are staged here. */
export async function withStaged(
  { answers, details }: SentContent,
  key: SubjectKey,
  staging: Staging,
): Promise<SentContent> {
  return {
    answers: await findFiles(answers, key, staging),
    details: details && { ...details, files: await findFiles(details.files, key, staging) },
  };
}
