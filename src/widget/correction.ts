import type { Submission } from '../model/submission.ts';

/** The service said no to some answers, and the applicant can change them. */
export const needsCorrection = ({ state, answers }: Submission): boolean =>
  state === 'attention' && answers.some((answer) => answer.state === 'refused');
