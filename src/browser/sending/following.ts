/** After the receipt, shows what becomes of each answer and reports it to the host, until nothing more will happen. */

import { documentsQuestion, type FieldName } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { QuestionId, Reference } from '../../core/model/ids.ts';
import { type DeliveredApplication, isSettled, type Submission } from '../../core/model/submission.ts';
import type { Field, Form, Refusal, SubmissionPhase, WritableForm } from '../../form/contract.ts';
import {
  detailFields,
  detailIds,
  fieldsNamed,
  lacking,
  mayHelp,
  needsCorrection,
  refuse,
  restrict,
  withDescendants,
} from '../../form/fill.ts';
import { batch } from '../../form/signals.ts';
import { isolated, type Messages } from '../../locale/messages.ts';
import { tellError } from '../diagnosis/diagnosis.ts';
import type { Host } from '../host/host.ts';
import type { FillingTools, LoadedForm, TakeOver } from '../proxy/access.ts';
import { follow, readReceipt } from '../proxy/submissions.ts';
import { readDemanded } from './changed-form.ts';

export interface FollowingTools extends FillingTools {
  /** Returns a function that fills in the stored answers of this form; undefined if there are none. */
  readonly restore: (loaded: LoadedForm) => Promise<TakeOver | undefined>;
}

/** The answers sent from this page, as the applicant saw them. */
type SentAnswers = Extract<SubmissionPhase, { kind: 'accepted' }>['sent'];

/** Ids in the order of sending: details, then questions. */
export const partsOf = (form: Form): readonly QuestionId[] => [
  ...detailIds(form),
  ...new Set(form.outgoing.peek().map((answer) => answer.question)),
];

export const sentAnswers = (form: Form): SentAnswers =>
  new Map(
    partsOf(form).flatMap((id) => {
      const answer = form.fields.get(id)?.answer.peek();
      return answer ? [[id, answer]] : [];
    }),
  );

interface Followed {
  /** Replaced if the service demands more than the form asks for. */
  form: WritableForm;
  /** null if this page no longer has them. */
  readonly sent: SentAnswers | null;
  /** True if it was sent on an earlier visit. */
  readonly isBack?: boolean;
  /** Called when the first receipt is drawn: from then on the page may be left. */
  readonly onShown?: () => void;
}

/** Matches web addresses and relative ones; other schemes might be scripts. */
const webAddress = /^(https?:|[^:/?#]*([/?#]|$)).*/i;

export class Following {
  readonly #tools: FollowingTools;
  readonly #known = new WeakMap<Form, readonly [Followed, Submission]>();

  constructor(tools: FollowingTools) {
    this.#tools = tools;
  }

  /** The last reading. */
  last(form: Form): Submission | undefined {
    return this.#known.get(form)?.[1];
  }

  async follow(followed: Followed, first: Submission): Promise<void> {
    const { renewal, signal, view, host } = this.#tools;
    await this.#show(followed, first);
    if (isSettled(first)) return;
    const read = () => renewal.authorised((connection) => readReceipt(connection, first.reference));
    for await (const reading of follow(read, signal)) {
      if (reading.ok) await this.#show(followed, reading.value);
      // Erased meanwhile: all that is known is that it was sent.
      else if (reading.error.code === 'not_found') view.value = { kind: 'already_sent' };
      else tellError(host, reading.error);
    }
  }

  /** Shows a submission that was made before this page was loaded, and follows it. Returns the failure if that is impossible. */
  async resume(loaded: LoadedForm, reference: Reference, isOver: () => boolean): Promise<Failure | null> {
    const { renewal, restore, turnTo } = this.#tools;
    const receipt = await renewal.authorised((connection) => readReceipt(connection, reference));
    if (!receipt.ok) return receipt.error;
    const takeOver = isOver() ? undefined : await restore(loaded);
    if (isOver()) return null;
    const { form } = turnTo(loaded, (empty) => {
      takeOver?.(empty);
      return null;
    });
    // Without a draft the answers are unknown: those typed in another tab since are not the sent ones.
    const sent = takeOver && isWhole(form, receipt.value) ? sentAnswers(form) : null;
    void this.follow({ form, sent, isBack: true }, receipt.value);
    return null;
  }

  /**
   * Continues the correction of a refused application in a form that has changed.
   *
   * @param missed the details that the proxy found missing in it
   * @returns false if there is no correction, or no other form
   */
  async askAgain(form: Form, missed: readonly string[]): Promise<boolean> {
    const last = this.#known.get(form);
    return last?.[1].application?.state === 'refused' && this.#show(...last, missed);
  }

  /** @returns false if nothing was shown: the session is over, or no other form asks for what the proxy found missing */
  async #show(followed: Followed, reading: Submission, missed?: readonly string[]): Promise<boolean> {
    const { host, messages, signal } = this.#tools;
    const { sent } = followed;
    const submission = sent === null ? withoutCorrection(reading) : reading;
    const { application } = submission;
    const refused = application?.state === 'refused' ? application : null;
    // On a later visit the form has just been read.
    const isRead = followed.isBack && !this.#known.has(followed.form);
    const mayAsk = refused && !isRead && sent && mayHelp(refused);
    const demanded = mayAsk ? lacking(followed.form, refused.fields) : [];
    const isDue = mayAsk && (missed ?? demanded[0]);
    // The proxy has learned from the refusal what the service demands.
    const turn = isDue ? await readDemanded(this.#tools, followed.form, demanded, missed) : null;
    if (signal.aborted || (missed && !turn)) return false;
    // In one batch, so that the reopened form is not drawn before it is known what can be edited.
    batch(() => {
      const form = turn?.() ?? followed.form;
      const correctable = needsCorrection(submission, form);
      followed.form = form;
      this.#known.set(form, [followed, reading]);
      form.submission.value = {
        kind: 'accepted',
        submission,
        sent: sent ?? new Map(),
        refusal: refused && tellRefusal(messages, form, refused, correctable && submission.reference),
        next: webAddress.exec(host.settings().next ?? '')?.[0] ?? null,
      };
      if (correctable) reopenRefused(followed, submission, missed);
    });
    if (!refused) followed.onShown?.();
    tellHost(host, submission);
    return true;
  }
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
 * Allows changes only to refused answers, to those below them, and to what is missing or wrong. Details of an application
 * that exists stay as they are.
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
  // Answers corrected since are not refused.
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
 * A correction sends the whole set again, which this page no longer has: refused answers are left to the operator,
 * whose log names them.
 */
const withoutCorrection = (submission: Submission): Submission => ({
  ...submission,
  state: submission.state === 'refused' ? 'attention' : submission.state,
  answers: submission.answers.map((answer) =>
    answer.state === 'refused' ? { ...answer, state: 'parked' } : answer,
  ),
});

/**
 * Whether the form has every answer of the submission that a correction may not change, and the details of its
 * application. Documents that the service did not refuse stay there even if the form no longer asks for them.
 */
function isWhole(form: Form, { answers, application }: Submission): boolean {
  const refused = answers.filter((answer) => answer.state === 'refused').map(({ question }) => question);
  const open = withDescendants(form, refused);
  const here = new Set([...partsOf(form), ...open]);
  const sent = new Set([...answers.map(({ question }) => question), ...open]);
  const details = detailFields(form);
  return (
    answers.every(
      ({ question, state }) => here.has(question) || (state !== 'refused' && question === documentsQuestion),
    ) &&
    form.outgoing.peek().every(({ question }) => sent.has(question)) &&
    // A form may demand none of them; a new application would lack the details already sent.
    (details.some(({ entry }) => entry.peek()) ||
      (application?.state !== 'refused' && !details.some(({ required }) => required)))
  );
}

/**
 * Why the service did not create the application, and what the applicant can do. Must be read where it is drawn, so that
 * changing the language redraws it.
 *
 * @param corrected the reference, if the form is open for its correction
 */
function tellRefusal(
  messages: () => Messages,
  { order }: Form,
  { code, fields }: DeliveredApplication,
  corrected: Reference | false,
): Refusal {
  const namesOf = (formFields: Form['order']) =>
    formFields.flatMap(({ question: { detail } }) => (detail && detail !== 'consent' ? detail : []));
  const isNamed = corrected && fields.length > 0;
  const named = order.filter(({ question: { detail } }) => fields.some((name) => name === detail));
  const isMissing = named.every(({ entry }) => entry.peek() === null);
  const asked = namesOf(order);
  const given = namesOf(order.filter(({ entry }) => entry.peek() !== null));
  const missing = fields.filter((name) => !asked.includes(name));
  // An empty detail was not refused; giving it does not help if another one cannot be given.
  const wrong = fields.filter((name) => (missing.length > 0 ? given : asked).includes(name));
  const reasons = (spoken: Messages): readonly string[] => {
    const { text } = spoken;
    if (code === 'job_closed') return [text('refusal.closed')];
    if (code === 'not_found') return [text('refusal.gone')];
    if (fields.length === 0) return [text('refusal.silent')];
    return [
      ...(missing.length > 0 ? [text('refusal.asks', { fields: listNames(spoken, missing) })] : []),
      ...(wrong.length > 0 ? [text('refusal.wrong', { fields: listNames(spoken, wrong) })] : []),
    ];
  };
  return {
    title: () => messages().text(isNamed ? 'refused.details' : 'refusal.title'),
    text() {
      const spoken = messages();
      const { text } = spoken;
      const check = corrected ? [text('refusal.check')] : [];
      if (!isNamed) return [...reasons(spoken), text('refusal.nothing'), ...check].join(' ');
      return text(isMissing ? 'refused.detailsAsks' : 'refused.detailsText', {
        reference: isolated(`${corrected}`),
        fields: listNames(spoken, fields),
      });
    },
  };
}

function listNames({ locale, text }: Messages, fields: readonly FieldName[]): string {
  // A newer proxy may name fields that have no text here.
  const names = fields.flatMap((name) => text(`field.${name}`) ?? []);
  return new Intl.ListFormat(locale).format(names);
}
