/** From "send" to the receipt, and on until nothing more will happen. What was typed is kept throughout. */

import { path } from '../../core/jsonapi/stored-json.ts';
import { detailId } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type QuestionId, revision } from '../../core/model/ids.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Form, WritableForm } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { givenBeside } from '../../form/given-beside.ts';
import { fillingOf } from '../../ui/details/honeypot.tsx';
import { lacking } from '../../ui/question/correction.ts';
import { tellError } from '../diagnosis/diagnosis.ts';
import { concerned } from '../host/events.ts';
import type { Connection, Trouble } from '../proxy/request.ts';
import type { Page } from '../proxy/session.ts';
import { readReceipt, type Sending as Sent, submit } from '../proxy/submissions.ts';
import { answerChallenge } from './challenge.ts';
import { createFollowing, type Following, partsOf, sentAnswers } from './following.ts';
import { loadChangedForm } from './load-changed-form.ts';
import { createResume, type ResumeTools } from './resume.ts';
import { readSource } from './source.ts';
import type { Uploads } from './uploads.ts';

export interface SendingTools extends ResumeTools {
  readonly uploads: Uploads;
}

export type Sending = ReturnType<typeof createSending>;

export function createSending(tools: SendingTools) {
  const { host, renewal, uploads, signal } = tools;
  const following = createFollowing(tools);
  /** Set while the host's listener runs, which may call `submit` itself. */
  let asking = false;

  /** Validates, then sends. */
  async function send(page: Page): Promise<void> {
    const { form } = page;
    const before = form.submission.peek();
    if (asking || !maySend(form) || !isValid(form) || page.preview) return;
    asking = true;
    const mayGo = host.emit('apply-before-submit', concerned(form, partsOf(form)));
    asking = false;
    if (!mayGo) return;
    form.submission.value = { kind: 'sending' };
    await uploads.settled();
    if (signal.aborted) return;
    if (isValid(form)) await post(page, false);
    else form.submission.value = before.kind === 'failed' ? { kind: 'editing' } : before;
  }

  function isValid(form: Form): boolean {
    const questions = form.validate();
    if (questions.length > 0) host.emit('apply-invalid', concerned(form, questions));
    return questions.length === 0;
  }

  /** Sends again what could not be sent, without another press. */
  async function again(page: Page): Promise<void> {
    if (!maySend(page.form)) return;
    page.form.submission.value = { kind: 'sending' };
    await post(page, true);
  }

  async function post(page: Page, byItself: boolean): Promise<void> {
    const { form, meta: of } = page;
    const sent = sentAnswers(form);
    const locale = tools.speech.peek().language;
    const meta = { revision: of.revision ?? revision(''), locale, source: sourceOf(tools) };
    const { details, consent } = givenBeside(form, following.last(form));
    const beside = { ...(consent[0] && { consent }), filling: fillingOf(form) };
    const sending = { details, beside, answers: form.outgoing.peek(), ...meta };
    const outcome = await renewal.authorised((connection) => deliver(tools, connection, form, sending));
    if (signal.aborted) return;
    if (outcome.ok) {
      restrict(form, null);
      const { reference } = outcome.value;
      const shown = () => void host.emit('apply-submitted', { reference });
      return following.follow({ form, sent, shown }, outcome.value);
    }
    await turnBack({ ...tools, ...following, post }, page, outcome.error, byItself);
    await tellEarlier(tools);
  }

  return { send, again, resume: createResume(tools, following) };
}

/** Where the proxy asks for a challenge, the same goes again with what was found. */
async function deliver(
  tools: SendingTools,
  connection: Connection,
  form: WritableForm,
  sent: Sent,
): Promise<Outcome<Submission, Trouble>> {
  const first = await submit(connection, sent);
  if (first.ok || !path(first.error, 'document', 'meta', 'challenge')) return first;
  const asked = { form, sent, trouble: first.error };
  return answerChallenge(tools, asked, (again) => submit(connection, again));
}

function sourceOf({ host }: SendingTools): string | null {
  const { source } = host.settings();
  return source && readSource(source, host.warn);
}

async function turnBack(
  tools: SendingTools & Following & { post(page: Page, byItself: boolean): Promise<void> },
  page: Page,
  failure: Failure,
  byItself: boolean,
): Promise<void> {
  const { form } = page;
  tellError(tools.host, failure);
  const demanded = lacking(form, failure.fields);
  if (failure.code === 'form_changed' || demanded.length > 0) {
    if (await tools.askAgain(form, demanded)) return;
    // A correction of answers belongs to the form that was sent, and makes no sense in another one.
    const mayChange = !form.correcting.peek();
    if (mayChange && (await loadChangedForm(tools, page, failure, demanded))) return;
  }
  const refused = [...failure.questions, ...failure.fields.map(detailId)];
  if (failure.code === 'file_missing') {
    stageAgain(tools, form, refused);
    await tools.uploads.settled();
    if (tools.signal.aborted) return;
    if (!byItself && form.validate().length === 0) return tools.post(page, true);
  } else refuse(form, refused);
  form.submission.value = { kind: 'failed', failure, byItself };
  if (refused.length > 0) form.validate();
}

/** Another tab has sent different answers: when, and under which reference. */
async function tellEarlier({ renewal, read, view, page, signal }: SendingTools): Promise<void> {
  const form = page()?.form;
  const phase = form?.submission.peek();
  if (phase?.kind !== 'failed' || phase.failure.code !== 'already_submitted') return;
  const isOver = () => signal.aborted || form?.submission.peek() !== phase || page()?.form !== form;
  const loaded = await renewal.authorised(read);
  if (!loaded.ok || isOver()) return;
  const { submission, state } = loaded.value.meta;
  // Its receipt was erased, so it is no longer known whether it arrived, or with which answers.
  if (submission === null && state === 'sent') view.value = { kind: 'already_sent' };
  if (submission === null) return;
  const receipt = await renewal.authorised((connection) => readReceipt(connection, submission));
  if (receipt.ok && form && !isOver()) form.submission.value = { ...phase, earlier: receipt.value };
}

/** Never twice at once; after the receipt only as a correction of refused answers. */
function maySend(form: Form): boolean {
  const phase = form.submission.peek();
  return phase.kind === 'accepted' ? form.correcting.peek() : phase.kind !== 'sending';
}

/** The proxy no longer has these files: what this page cannot read any more is asked for again. */
function stageAgain({ uploads }: SendingTools, form: Form, questions: readonly QuestionId[]): void {
  for (const question of questions) {
    for (const row of form.fields.get(question)?.files.peek() ?? []) {
      if (row.progress.kind === 'staged') uploads.retry(question, row.id);
    }
  }
}
