import { detailId } from '../../core/model/details.ts';
import type { DeliveredApplication, Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';

/** The service said no to some answers, or to the applicant's details, and the applicant can change them. */
export const needsCorrection = (
  { state, answers, application }: Submission,
  form: Pick<Form, 'fields'>,
): boolean =>
  (state === 'refused' && application !== null && isForTheForm(application, form)) ||
  (state === 'attention' && answers.some((answer) => answer.state === 'refused'));

/** Other details would not help where the job is closed or unknown, or the form does not ask for the refused field. */
const isForTheForm = ({ code, fields }: DeliveredApplication, form: Pick<Form, 'fields'>): boolean =>
  !/^(job|not)_/.test(code ?? '') && fields.every((name) => form.fields.has(detailId(name)));
