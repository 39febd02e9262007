/** The states of a delivery in words, for the person who looks into the form. */
import { type AnswerState, isSettled, type Submission } from '../core/model/submission.ts';
import type { SubmissionPhase } from '../form/contract.ts';

interface StateWords {
  /** A sign beside the word, so that colour is not all. */
  readonly sign: string;
  readonly meaning: string;
}

export const stateWords: Readonly<Record<AnswerState, StateWords>> = {
  queued: { sign: '·', meaning: 'stored, and waits for its turn' },
  sending: { sign: '→', meaning: 'on its way to the service now' },
  delivered: { sign: '✓', meaning: 'the service has it' },
  checking: { sign: '?', meaning: 'sent, the reply was lost: it is looked up, not sent twice' },
  refused: { sign: '×', meaning: 'the service said no: the applicant can correct it' },
  held: { sign: '–', meaning: 'waits below an answer that was refused' },
  parked: { sign: '!', meaning: 'stopped: the operator has to act' },
};

/** One sentence for where the whole stands. */
export function phaseSentence(phase: SubmissionPhase): string {
  switch (phase.kind) {
    case 'editing':
      return 'Nothing has been sent yet. On Send the proxy stores all answers at once and gives a receipt; then it carries each answer to the service in a request of its own.';
    case 'sending':
      return 'Being sent: the proxy has not given a receipt yet.';
    case 'failed':
      return `Not sent (${phase.failure.code}). Everything that was typed is kept, and can be sent again.`;
    case 'accepted':
      return submissionSentence(phase.submission);
  }
}

function submissionSentence(submission: Submission): string {
  const { answers, state } = submission;
  const arrived = answers.filter((answer) => answer.state === 'delivered').length;
  const count = `${arrived} of ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}`;
  if (state === 'refused')
    return 'The service refused to make the application. Nothing is stored there, and the applicant can correct it.';
  if (state === 'complete') return `All has arrived: ${count} delivered.`;
  if (isSettled(submission)) return `Part of it did not arrive: ${count} delivered. The operator is told.`;
  return state === 'received'
    ? 'All answers are stored, and the applicant has a receipt. None has reached the service yet.'
    : `Being delivered: ${count} so far. The applicant may close the page.`;
}
