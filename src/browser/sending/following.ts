/** After the receipt, shows what becomes of each answer and reports it to the host, until nothing more will happen. */

import type { QuestionId } from '../../core/model/ids.ts';
import { type DeliveredApplication, isSettled, type Submission } from '../../core/model/submission.ts';
import type { Field, Form, SubmissionPhase, WritableForm } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { detailFields, detailIds } from '../../form/given-details.ts';
import { batch } from '../../form/signals.ts';
import { fieldsNamed, lacking, mayHelp, needsCorrection } from '../../ui/question/correction.ts';
import { tellError } from '../diagnosis/diagnosis.ts';
import type { Host } from '../host/host.ts';
import type { FillingTools } from '../proxy/session.ts';
import { follow, readReceipt } from '../proxy/submissions.ts';
import { readDemanded } from './load-changed-form.ts';
import { tellRefusal } from './refusal.ts';

/** What was sent from this page, as the applicant saw it. */
export type SentAnswers = Extract<SubmissionPhase, { kind: 'accepted' }>['sent'];

/** What is sent: details, then questions. */
export const partsOf = (form: Form): readonly QuestionId[] => [
  ...detailFields(form).map(({ question }) => question.id),
  ...new Set(form.outgoing.peek().map((answer) => answer.question)),
];

export const sentAnswers = (form: Form): SentAnswers =>
  new Map(
    partsOf(form).flatMap((id) => {
      const answer = form.fields.get(id)?.answer.peek();
      return answer ? [[id, answer]] : [];
    }),
  );

export interface Followed {
  /** Another one once the form has been asked for more. */
  form: WritableForm;
  /** null when this page no longer holds it. */
  readonly sent: SentAnswers | null;
  /** It was sent on an earlier visit. */
  readonly isBack?: boolean;
  /** Called when the first receipt is drawn: from then on the page may be left. */
  readonly shown?: () => void;
}

/** Also one of the host's own site: without a scheme, which might be a script. */
const webAddress = /^(https?:|[^:/?#]*([/?#]|$)).*/i;

export type Following = ReturnType<typeof createFollowing>;

export function createFollowing(tools: FillingTools) {
  const { host, renewal, signal } = tools;
  const known = new WeakMap<Form, readonly [Followed, Submission]>();

  /** @returns whether the form was asked anew, if it had to be */
  async function show(followed: Followed, reading: Submission, missed?: readonly string[]): Promise<boolean> {
    const { sent } = followed;
    const submission = sent === null ? withoutCorrection(reading) : reading;
    const { application, reference } = submission;
    const refused = application?.state === 'refused' ? application : null;
    // On a later visit the form has just been read.
    const isRead = followed.isBack && !known.has(followed.form);
    const turn = refused && !isRead ? await askForMore(tools, followed, refused, missed) : null;
    if (signal.aborted || (missed && !turn)) return false;
    // In one batch, so that the reopened form is not drawn before it is known what can be edited.
    batch(() => {
      const form = turn?.() ?? followed.form;
      const correctable = needsCorrection(submission, form);
      const refusal =
        refused && tellRefusal(tools.messages, form, { application: refused, reference, correctable });
      followed.form = form;
      known.set(form, [followed, reading]);
      form.submission.value = {
        kind: 'accepted',
        submission,
        sent: sent ?? new Map(),
        refusal,
        next: webAddress.exec(host.settings().next ?? '')?.[0] ?? null,
      };
      if (correctable) reopenRefused(followed, submission, missed);
    });
    if (!refused) followed.shown?.();
    tellHost(host, submission);
    return true;
  }

  return {
    /** As it was read last. */
    last: (form: Form): Submission | undefined => known.get(form)?.[1],
    async follow(followed: Followed, first: Submission): Promise<void> {
      await show(followed, first);
      if (isSettled(first)) return;
      const read = () => renewal.authorised((connection) => readReceipt(connection, first.reference));
      for await (const reading of follow(read, signal)) {
        if (reading.ok) await show(followed, reading.value);
        // Erased meanwhile: all that is known is that it was sent.
        else if (reading.error.code === 'not_found') tools.view.value = { kind: 'already_sent' };
        else tellError(host, reading.error);
      }
    },
    /**
     * The correction of a refused application belongs to a form that has changed.
     *
     * @param missed what the proxy missed in it
     * @returns false: there is none, or no other form
     */
    async askAgain(form: Form, missed: readonly string[]): Promise<boolean> {
      const last = known.get(form);
      return last?.[1].application?.state === 'refused' && show(...last, missed);
    },
  };
}

/** The proxy has learned from the refusal what the service demands. */
async function askForMore(
  tools: FillingTools,
  { form, sent }: Followed,
  refused: DeliveredApplication,
  missed?: readonly string[],
): Promise<(() => WritableForm) | null | undefined> {
  const demanded = lacking(form, refused.fields);
  if (!sent || !mayHelp(refused) || !(missed ?? demanded[0])) return;
  return readDemanded(tools, form, demanded, missed);
}

function tellHost(host: Host, { answers, state, application, reference }: Submission): void {
  const delivered = answers.filter((answer) => answer.state === 'delivered').length;
  host.emit('apply-progress', { delivered, total: answers.length, state });
  if (application?.state !== 'refused') return;
  const { fields } = application;
  const code = 'application_refused';
  host.emit('apply-error', { code, retryable: false, retryAfter: null, fields, reference });
}

/**
 * Only refused answers and those below them may be changed and sent again, and what has to be given again. Details of an
 * application that is made stay what they were, whatever is asked by now.
 */
function reopenRefused(
  { form, isBack }: Followed,
  { state, application, answers }: Submission,
  missed?: readonly string[],
): void {
  const isMade = application && state !== 'refused';
  // If the application was not created, no answer has been refused.
  const refused =
    application && !isMade
      ? application.fields.flatMap((name) => fieldsNamed(form, name)).map(({ question }) => question.id)
      : answers.filter((answer) => answer.state === 'refused').map(({ question }) => question);
  // What was corrected since has not been refused.
  if (!missed) refuse(form, refused);
  // The service did not say which detail is wrong, so all may be changed.
  const open = refused.length > 0 ? refused : detailIds(form);
  const isOpen = (field: Field) =>
    !(isMade && field.question.detail) &&
    ((isBack && field.question.confidential) || field.invalidity.peek());
  restrict(form, [...open, ...form.order.filter(isOpen).map(({ question }) => question.id)]);
  form.validate();
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
