import type { DeliveredAnswer, Submission } from '../model/submission.ts';

/** The resource of `GET /submissions/{reference}` (DOORS): what the applicant may know, and no id of the service's. */
export const writeSubmissionResource = (submission: Submission) => ({
  type: 'submissions',
  id: submission.reference,
  attributes: {
    state: submission.state,
    accepted_at: submission.acceptedAt,
    application: null,
    answers: submission.answers.map(writeAnswerState),
  },
});

const writeAnswerState = ({ question, part, state, code }: DeliveredAnswer) => ({
  question,
  part,
  state,
  ...(code === null ? {} : { code }),
});
