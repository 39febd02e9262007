/** A submission of so many short texts, for an application of its own. */
import { applicationId, questionId, revision, subject, type Tenant } from '../../src/core/model/ids.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../../src/server/ports.ts';

export const plainSubmission = (tenant: Tenant, number: number, answers: number): SubmissionToAccept => ({
  key: { tenant, subject: subject(`s${number}`) },
  destination: { kind: 'application', application: applicationId(String(number)) },
  fingerprint: `f${number}`,
  detailsFingerprint: null,
  revision: revision('r'),
  answers: Array.from({ length: answers }, (_, index) => answerOf(index)),
});

const answerOf = (index: number): LedgerAnswer => ({
  question: questionId(String(index + 1)),
  part: 0,
  value: { kind: 'text', text: 'x' },
  parent: null,
  title: `Question ${index + 1}`,
  type: 'short_text',
  isDistinct: true,
  fingerprint: 'x',
});
