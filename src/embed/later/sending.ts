/** From "send" to the receipt, and after it until nothing more will happen. What was typed is kept throughout. */
import type { Form } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { updateRow } from '../../form/file-rows.ts';
import { detailFields, givenDetails } from '../../form/given-details.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import { readReceipt } from '../../loader/follow.ts';
import type { LoadedForm } from '../../loader/from-document.ts';
import { submit } from '../../loader/submit.ts';
import { detailId } from '../../model/details.ts';
import type { Failure } from '../../model/failure.ts';
import type { QuestionId, Reference } from '../../model/ids.ts';
import type { Submission } from '../../model/submission.ts';
import { concerned } from '../announce.ts';
import type { Page } from '../page.ts';
import type { Speech } from '../speech.ts';
import { tellError } from '../tell-error.ts';
import { createFollowing, type FollowingTools, type SentAnswers } from './following.ts';
import { type LoadTools, loadChangedForm } from './load-changed-form.ts';
import type { Uploads } from './uploads.ts';

export interface SendingTools extends LoadTools, FollowingTools {
  readonly speech: ReadonlySignal<Speech>;
  readonly uploads: Uploads;
}

export interface Sending {
  /** Validates, then sends. */
  send(page: Page): Promise<void>;
  /** Shows a submission that was made before this page was loaded, and follows it; returns why it cannot. */
  resume(loaded: LoadedForm, reference: Reference, isOver: () => boolean): Promise<Failure | null>;
}

export function createSending(tools: SendingTools): Sending {
  const { host, renewal, uploads, signal } = tools;
  const follow = createFollowing(tools);

  async function send(page: Page): Promise<void> {
    const { form } = page;
    const before = form.submission.peek();
    if (!maySend(form) || !isValid(form) || page.preview) return;
    if (!host.emit('apply-before-submit', concerned(partsOf(form)))) return;
    form.submission.value = { kind: 'sending' };
    await uploads.settled();
    if (signal.aborted) return;
    if (isValid(form)) await post(page);
    else form.submission.value = before.kind === 'failed' ? { kind: 'editing' } : before;
  }

  function isValid(form: Form): boolean {
    const questions = form.validate();
    if (questions.length > 0) host.emit('apply-invalid', concerned(questions));
    return questions.length === 0;
  }

  async function post(page: Page): Promise<void> {
    const { form, revision } = page;
    const { source } = host.settings();
    const locale = tools.speech.peek().language;
    const sent = sentAnswers(form);
    const meta = { revision, locale, source };
    const sending = { details: givenDetails(form), answers: form.outgoing.peek(), ...meta };
    const outcome = await renewal.authorised((connection) => submit(connection, sending));
    if (signal.aborted) return;
    await (outcome.ok ? receive(form, outcome.value, sent) : turnBack(tools, page, outcome.error));
  }

  async function receive(form: Form, submission: Submission, sent: SentAnswers): Promise<void> {
    restrict(form, null);
    const { reference } = submission;
    await follow(form, submission, sent, () => host.emit('apply-submitted', { reference }));
  }

  async function resume(
    loaded: LoadedForm,
    reference: Reference,
    isOver: () => boolean,
  ): Promise<Failure | null> {
    const receipt = await renewal.authorised((connection) => readReceipt(connection, reference, signal));
    if (!receipt.ok) return receipt.error;
    if (isOver()) return null;
    const { form } = tools.turnTo(loaded);
    void follow(form, receipt.value, null);
    return null;
  }

  return { send, resume };
}

async function turnBack(tools: SendingTools, page: Page, failure: Failure): Promise<void> {
  const { form } = page;
  tellError(tools.host, failure);
  // A correction belongs to the form that was sent: in another one it would be no correction any more.
  if (failure.code === 'form_changed' && !form.correcting.peek())
    return loadChangedForm(tools, page, failure);
  const refused = [...failure.questions, ...failure.fields.map(detailId)];
  if (failure.code === 'file_missing') loseFiles(form, refused);
  else refuse(form, refused);
  form.submission.value = { kind: 'failed', failure };
  if (refused.length > 0) form.validate();
}

/** Not twice at once; after the receipt only as a correction of refused answers. */
function maySend(form: Form): boolean {
  const phase = form.submission.peek();
  return phase.kind === 'accepted' ? form.correcting.peek() : phase.kind !== 'sending';
}

/** What is sent: details, then questions. */
const partsOf = (form: Form): readonly QuestionId[] => [
  ...detailFields(form).map(({ question }) => question.id),
  ...new Set(form.outgoing.peek().map((answer) => answer.question)),
];

const sentAnswers = (form: Form): SentAnswers =>
  new Map(
    partsOf(form).flatMap((id) => {
      const answer = form.fields.get(id)?.answer.peek();
      return answer ? [[id, answer]] : [];
    }),
  );

/** The proxy has these files no more (24 hours have passed): "try again" puts them once more. */
function loseFiles(form: Form, questions: readonly QuestionId[]): void {
  for (const question of questions) {
    for (const row of form.fields.get(question)?.files.peek() ?? []) {
      if (row.progress.kind !== 'staged') continue;
      updateRow(form, question, row.id, { kind: 'failed', code: 'file_missing' });
    }
  }
}
