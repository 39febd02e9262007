import { detailId, detailName } from '../../core/model/details.ts';
import type { DeliveredApplication, Submission } from '../../core/model/submission.ts';

/** The service said no to some answers, or to the applicant's details, and the applicant can change them. */
export const needsCorrection = ({ state, answers, application }: Submission): boolean =>
  (state === 'refused' && application !== null && isForTheForm(application)) ||
  (state === 'attention' && answers.some((answer) => answer.state === 'refused'));

/** Other details would not help where the job is closed or unknown, or the form does not ask for the refused field. */
const isForTheForm = ({ code, fields }: DeliveredApplication): boolean =>
  !/^(job|not)_/.test(code ?? '') && fields.every((name) => detailName(detailId(name)));
