import { detailId } from '../core/model/details.ts';
import type { Question } from '../core/model/question.ts';
import type { DeliveredApplication, Submission } from '../core/model/submission.ts';
import type { Field, Form, SubmissionPhase } from './contract.ts';

type Ordered = Pick<Form, 'order'>;

/** The service said no to some answers, or to the applicant's details, and the applicant can change them. */
export const needsCorrection = ({ state, answers, application }: Submission, form: Ordered): boolean =>
  (state === 'refused' && application !== null && isForTheForm(application, form)) ||
  (state === 'attention' && answers.some((answer) => answer.state === 'refused'));

const isForTheForm = (application: DeliveredApplication, form: Ordered): boolean =>
  mayHelp(application) && application.fields.every((name) => fieldsNamed(form, name).length > 0);

/** Other details would not help where the job is closed or unknown. */
export const mayHelp = ({ code }: DeliveredApplication): boolean => !/^(job|not)_/.test(code ?? '');

/** What the proxy means by a name: equality monitoring is several questions, a consent has its id behind its kind. */
export const isNamed = ({ detail, id }: Question, name: string): boolean =>
  detail === name || id === detailId(name);

export const fieldsNamed = ({ order }: Ordered, name: string): readonly Field[] =>
  order.filter(({ question }) => isNamed(question, name));

/** Those that the form does not ask, or was willing to do without. */
export const lacking = <Name extends string>(form: Ordered, names: readonly Name[]): readonly Name[] =>
  names.filter((name) =>
    fieldsNamed(form, name).every(({ question, entry }) => !question.required && !entry.peek()),
  );

export type Accepted = Extract<SubmissionPhase, { kind: 'accepted' }>;

const accepted = new WeakMap<Form, Accepted>();

/** What was accepted last, also while a correction of it is under way; null before anything was. */
export function lastAccepted(form: Form): Accepted | null {
  const phase = form.submission.value;
  if (phase.kind === 'accepted') accepted.set(form, phase);
  return accepted.get(form) ?? null;
}
