/** Sends a form, from *Send* to the receipt, and follows its delivery. The answers stay in the form throughout. */

import { detailId } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type QuestionId, type Reference, revision } from '../../core/model/ids.ts';
import type { Form } from '../../form/contract.ts';
import { detailsToSend, lacking, refuse, restrict } from '../../form/fill.ts';
import { evidenceOf } from '../../ui/details.tsx';
import { tellError } from '../diagnosis/diagnosis.ts';
import { concerned } from '../host/host.ts';
import type { LoadedForm, Page } from '../proxy/access.ts';
import { readReceipt, submit } from '../proxy/submissions.ts';
import { answerChallenge } from './challenge.ts';
import { loadChangedForm } from './changed-form.ts';
import { Following, type FollowingTools, partsOf, sentAnswers } from './following.ts';
import type { Uploads } from './uploads.ts';

interface SendingTools extends FollowingTools {
  readonly uploads: Uploads;
}

export class Sending {
  readonly #tools: SendingTools;
  readonly #following: Following;
  /** True while the host's listener runs, which may call `submit` itself. */
  #isAsking = false;

  constructor(tools: SendingTools) {
    this.#tools = tools;
    this.#following = new Following(tools);
  }

  /** Validates, then sends. */
  async send(page: Page): Promise<void> {
    const { host, uploads, signal } = this.#tools;
    const { form } = page;
    const before = form.submission.peek();
    if (this.#isAsking || !maySend(form) || !this.#isValid(form) || page.preview) return;
    this.#isAsking = true;
    const mayGo = host.emit('apply-before-submit', concerned(form, partsOf(form)));
    this.#isAsking = false;
    if (!mayGo) return;
    form.submission.value = { kind: 'sending' };
    await uploads.settled();
    if (signal.aborted) return;
    if (this.#isValid(form)) await this.#post(page, false);
    else form.submission.value = before.kind === 'failed' ? { kind: 'editing' } : before;
  }

  /** Sends again what could not be sent, without another press of the button. */
  async again(page: Page): Promise<void> {
    if (!maySend(page.form)) return;
    page.form.submission.value = { kind: 'sending' };
    await this.#post(page, true);
  }

  /** Shows a submission that was made before this page was loaded. Returns the failure if that is impossible. */
  resume(loaded: LoadedForm, reference: Reference, isOver: () => boolean): Promise<Failure | null> {
    return this.#following.resume(loaded, reference, isOver);
  }

  #isValid(form: Form): boolean {
    const questions = form.validate();
    if (questions.length > 0) this.#tools.host.emit('apply-invalid', concerned(form, questions));
    return questions.length === 0;
  }

  async #post(page: Page, byItself: boolean): Promise<void> {
    const tools = this.#tools;
    const { host, renewal, signal } = tools;
    const { form } = page;
    const answersSent = sentAnswers(form);
    const { details, consent } = detailsToSend(form, this.#following.last(form));
    const { source } = host.settings();
    const request = {
      details,
      answers: form.outgoing.peek(),
      meta: {
        revision: page.meta.revision ?? revision(''),
        locale: tools.speech.peek().language,
        source: source && readSource(source, host.warn),
        ...(consent[0] && { consent }),
        filling: evidenceOf(form),
      },
    };
    const outcome = await renewal.authorised(async (connection) => {
      const first = await submit(connection, request);
      if (first.ok) return first;
      const asked = { form, sent: request, trouble: first.error };
      return answerChallenge(tools, asked, (again) => submit(connection, again));
    });
    if (signal.aborted) return;
    if (!outcome.ok) {
      await this.#turnBack(page, outcome.error, byItself);
      return this.#tellEarlier();
    }
    restrict(form, null);
    const { reference } = outcome.value;
    const tell = () => void host.emit('apply-submitted', { reference });
    return this.#following.follow({ form, sent: answersSent, onShown: tell }, outcome.value);
  }

  async #turnBack(page: Page, failure: Failure, byItself: boolean): Promise<void> {
    const tools = this.#tools;
    const { form } = page;
    tellError(tools.host, failure);
    const demanded = lacking(form, failure.fields);
    if (failure.code === 'form_changed' || demanded.length > 0) {
      if (await this.#following.askAgain(form, demanded)) return;
      // A correction of answers belongs to the form that was sent, and makes no sense in another one.
      if (!form.correcting.peek() && (await loadChangedForm(tools, page, failure, demanded))) return;
    }
    const refused = [...failure.questions, ...failure.fields.map(detailId)];
    if (failure.code === 'file_missing') {
      this.#stageAgain(form, refused);
      await tools.uploads.settled();
      if (tools.signal.aborted) return;
      if (!byItself && form.validate().length === 0) return this.#post(page, true);
    } else refuse(form, refused);
    form.submission.value = { kind: 'failed', failure, byItself };
    if (refused.length > 0) form.validate();
  }

  /** Uploads again what the proxy no longer has. A file that this page cannot read any more becomes an error of its question. */
  #stageAgain(form: Form, questions: readonly QuestionId[]): void {
    for (const question of questions) {
      for (const row of form.fields.get(question)?.files.peek() ?? [])
        if (row.progress.kind === 'staged') this.#tools.uploads.retry(question, row.id);
    }
  }

  /** If another tab has already sent different answers, shows when, and under which reference. */
  async #tellEarlier(): Promise<void> {
    const { renewal, read, view, page, signal } = this.#tools;
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
}

/** False while sending; after the receipt true only for a correction of refused answers. */
function maySend(form: Form): boolean {
  const phase = form.submission.peek();
  return phase.kind === 'accepted' ? form.correcting.peek() : phase.kind !== 'sending';
}

/** Characters of a source that are sent to the service. */
const LONGEST = 100;

/** Query parameters that name a source, in order of priority. */
const parameters = ['utm_source', 'source'];

/**
 * Where the applicant came from; null if that is unknown. It never prevents sending.
 *
 * @param given the attribute `source`
 */
export function readSource(given: string, warn: (sentence: string) => void): string | null {
  const found = given === 'auto' ? sourceOfPage() : given;
  const printable = found.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const source = [...printable].slice(0, LONGEST).join('').trimEnd();
  if (source !== found.trim()) warn(`sends source as "${source}": at most ${LONGEST} printable characters.`);
  return source || null;
}

/** Across origins a frame sees its host's address only if the iframe's `referrerpolicy` sends all of it. */
function sourceOfPage(): string {
  const addresses = [location.href, parent === window ? '' : document.referrer];
  const [first = ''] = addresses.flatMap((address) => {
    const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
    return parameters.map((name) => query.get(name)?.trim()).filter((value) => value);
  });
  return first;
}
