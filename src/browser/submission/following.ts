/** After the receipt, shows what becomes of each answer and reports it to the host, until nothing more will happen. */

import { detailId } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import { isSettled, type Submission } from '../../core/model/submission.ts';
import type { SubmissionPhase, View, WritableForm } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { detailFields } from '../../form/given-details.ts';
import { batch, type ReadonlySignal, type Signal } from '../../form/signals.ts';
import { needsCorrection } from '../../ui/question/correction.ts';
import { follow, type Pace, readReceipt } from '../api/follow.ts';
import type { Platform, Renewal, SessionHost, SpokenLanguage } from '../contract.ts';
import { tellError } from '../diagnosis/tell-error.ts';

export interface FollowingTools {
  readonly host: SessionHost;
  readonly view: Signal<View<WritableForm>>;
  readonly renewal: Renewal;
  readonly signal: AbortSignal;
  readonly wait: Pace['wait'];
  readonly speech: ReadonlySignal<SpokenLanguage>;
  readonly loadRefusal: Platform['loadRefusal'];
}

/** What was sent from this page, as the applicant saw it. */
export type SentAnswers = Extract<SubmissionPhase, { kind: 'accepted' }>['sent'];

/**
 * @param sent null when this page no longer holds it
 * @param shown called when the first receipt is drawn: from then on the page may be left
 */
export type Follow = (
  form: WritableForm,
  first: Submission,
  sent: SentAnswers | null,
  shown?: () => void,
) => Promise<void>;

export function createFollowing(tools: FollowingTools): Follow {
  const { host, renewal, signal, wait } = tools;
  async function show(
    form: WritableForm,
    reading: Submission,
    sent: SentAnswers | null,
    shown = () => {},
  ): Promise<void> {
    const submission = sent === null ? withoutCorrection(reading) : reading;
    const { answers, state, application, reference } = submission;
    const isRefused = application?.state === 'refused';
    const correctable = needsCorrection(submission, form);
    const refusal = isRefused
      ? ((await tools.loadRefusal())?.tellRefusal(tools, form, { application, reference, correctable }) ??
        null)
      : undefined;
    if (signal.aborted) return;
    // In one batch, so that the reopened form is not drawn before it is known what can be edited.
    batch(() => {
      form.submission.value = { kind: 'accepted', submission, sent: sent ?? new Map(), refusal };
      reopenRefused(form, submission);
    });
    if (!isRefused) shown();
    const delivered = answers.filter((answer) => answer.state === 'delivered').length;
    host.emit('apply-progress', { delivered, total: answers.length, state });
    if (isRefused)
      host.emit('apply-error', {
        code: 'application_refused',
        retryable: false,
        retryAfter: null,
        fields: application.fields,
        reference,
      });
  }

  return async (form, first, sent, shown) => {
    await show(form, first, sent, shown);
    if (isSettled(first)) return;
    const read = () => renewal.authorised((connection) => readReceipt(connection, first.reference));
    for await (const reading of follow(read, { wait, signal })) {
      if (reading.ok) await show(form, reading.value, sent);
      // Erased meanwhile: all that is known is that it was sent.
      else if (reading.error.code === 'not_found') tools.view.value = { kind: 'already_sent' };
      else tellError(host, reading.error);
    }
  };
}

/** Only refused answers and those below them may be changed and sent again. */
function reopenRefused(form: WritableForm, submission: Submission): void {
  if (!needsCorrection(submission, form)) return;
  const refused = refusedIn(submission);
  // The service did not say which detail is wrong, so all may be changed.
  restrict(form, refused.length > 0 ? refused : detailFields(form).map(({ question }) => question.id));
  refuse(form, refused);
  form.validate();
}

/** If the application was not created, no answer has been refused. */
function refusedIn({ answers, application }: Submission): readonly QuestionId[] {
  if (application?.state === 'refused') return application.fields.map(detailId);
  return answers.filter((answer) => answer.state === 'refused').map((answer) => answer.question);
}

/**
 * A correction sends the whole set again, and this page no longer holds the answers: what was refused is left to the
 * operator, whose log names it.
 */
const withoutCorrection = (submission: Submission): Submission => ({
  ...submission,
  state: submission.state === 'refused' ? 'attention' : submission.state,
  answers: submission.answers.map((answer) =>
    answer.state === 'refused' ? { ...answer, state: 'parked' } : answer,
  ),
});
