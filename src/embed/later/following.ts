/** After the receipt, until nothing more will happen: what becomes of each answer is shown, and told to the host. */
import type { Form, SubmissionPhase } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { detailFields } from '../../form/given-details.ts';
import { batch } from '../../form/signals.ts';
import { follow, isSettled, type Pace, readReceipt } from '../../loader/follow.ts';
import { detailId } from '../../model/details.ts';
import type { QuestionId } from '../../model/ids.ts';
import type { Submission } from '../../model/submission.ts';
import { needsCorrection } from '../../widget/correction.ts';
import type { SessionHost } from '../session-host.ts';
import { tellError } from '../tell-error.ts';
import type { Renewal } from './renewal.ts';

export interface FollowingTools {
  readonly host: SessionHost;
  readonly renewal: Renewal;
  readonly signal: AbortSignal;
  readonly wait: Pace['wait'];
}

/** What was sent from this page, in the words of the applicant. */
export type SentAnswers = Extract<SubmissionPhase, { kind: 'accepted' }>['sent'];

/**
 * @param sent null when this page no longer holds it
 * @param shown when the first receipt stands there: from then on the page may be left
 */
export type Follow = (
  form: Form,
  first: Submission,
  sent: SentAnswers | null,
  shown?: () => void,
) => Promise<void>;

export function createFollowing({ host, renewal, signal, wait }: FollowingTools): Follow {
  function show(form: Form, reading: Submission, sent: SentAnswers | null, shown = () => {}): void {
    const submission = sent === null ? withoutCorrection(reading) : reading;
    const { answers, state } = submission;
    // At once: the form that comes back must not be drawn before it is known what is open in it.
    batch(() => {
      form.submission.value = { kind: 'accepted', submission, sent: sent ?? new Map() };
      reopenRefused(form, submission);
    });
    shown();
    const delivered = answers.filter((answer) => answer.state === 'delivered').length;
    host.emit('apply-progress', { delivered, total: answers.length, state });
  }

  return async (form, first, sent, shown) => {
    show(form, first, sent, shown);
    if (isSettled(first)) return;
    const read = () => renewal.authorised((connection) => readReceipt(connection, first.reference, signal));
    for await (const reading of follow(read, { wait, signal })) {
      if (reading.ok) show(form, reading.value, sent);
      else tellError(host, reading.error);
    }
  };
}

/** Refused answers, and only they and what stands below them, may be changed and sent again. */
function reopenRefused(form: Form, submission: Submission): void {
  if (!needsCorrection(submission)) return;
  const refused = refusedIn(submission);
  // The service did not say which detail is wrong: all may be changed, none must.
  restrict(form, refused.length > 0 ? refused : detailFields(form).map(({ question }) => question.id));
  refuse(form, refused);
  form.validate();
}

/** Below an application that was not made no answer is refused. */
function refusedIn({ answers, application }: Submission): readonly QuestionId[] {
  if (application?.state === 'refused') return application.fields.map(detailId);
  return answers.filter((answer) => answer.state === 'refused').map((answer) => answer.question);
}

/**
 * A correction is the whole set again, and this page no longer holds what was typed: what was refused is left to
 * the operator, whose log names it.
 */
const withoutCorrection = (submission: Submission): Submission => ({
  ...submission,
  application:
    submission.application?.state === 'refused'
      ? { ...submission.application, state: 'parked' }
      : submission.application,
  answers: submission.answers.map((answer) =>
    answer.state === 'refused' ? { ...answer, state: 'parked' } : answer,
  ),
});
