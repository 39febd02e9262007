import type { Submission } from '../model/submission.ts';

/** The service said no to some answers, or to the applicant's details, and the applicant can change them. */
export const needsCorrection = ({ state, answers, application }: Submission): boolean =>
  state === 'attention' && [application, ...answers].some((part) => part?.state === 'refused');
