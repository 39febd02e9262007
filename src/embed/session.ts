/**
 * The life of one form on one page: loads it, shows it, sends it. Owns the `View` that `widget` draws and does what
 * the applicant asks for; knows no element. Whatever it started ends with `stop`.
 */

import type { Field, Form, FormActions, View } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { batch, type Signal, signal } from '../form/signals.ts';
import { readReceipt } from '../loader/follow.ts';
import type { LoadedForm } from '../loader/from-document.ts';
import type { LoadFailure } from '../loader/load-form.ts';
import type { Failure } from '../model/failure.ts';
import { type QuestionId, type Reference, revision } from '../model/ids.ts';
import { type Outcome, success } from '../model/outcome.ts';
import type { Submission } from '../model/submission.ts';
import { type Access, createAccess } from './access.ts';
import { announce } from './announce.ts';
import { changedQuestions } from './changed-questions.ts';
import type { Page } from './page.ts';
import { readForm } from './read-form.ts';
import { createSending, type Sending, tellError } from './sending.ts';
import type { SessionHost } from './session-host.ts';
import { createUploads, type Uploads } from './uploads.ts';

export class Session {
  readonly view: Signal<View> = signal({ kind: 'loading' });
  /** Where the applicant can apply otherwise, once the proxy has said so. */
  readonly fallback: Signal<string | null> = signal(null);
  readonly actions: FormActions;
  readonly #host: SessionHost;
  readonly #access: Access;
  readonly #uploads: Uploads;
  readonly #sending: Sending;
  readonly #life = new AbortController();
  #page: Page | null = null;
  /** Counts loads: the answer to an older one is dropped. */
  #turn = 0;

  constructor(host: SessionHost) {
    const { signal } = this.#life;
    const access = createAccess(host);
    const uploads = createUploads(access, () => this.#page);
    const formChanged = (page: Page, reason: Failure) => this.#reload(page, reason);
    this.#host = host;
    this.#access = access;
    this.#uploads = uploads;
    this.#sending = createSending({ host, access, uploads, signal, formChanged });
    this.actions = {
      send: () => void this.#send(),
      reload: () => void this.load(),
      attach: uploads.attach,
      detach: uploads.detach,
      retryFile: uploads.retry,
    };
  }

  /** Loads from the start: whatever was shown before is gone. */
  async load(): Promise<void> {
    this.view.value = { kind: 'loading' };
    const turn = ++this.#turn;
    const outcome = await readForm(this.#host, this.#access);
    if (!this.#isOver(turn)) await (outcome.ok ? this.#open(outcome.value, turn) : this.#fail(outcome.error));
  }

  /** The host set another token: it is used from now on; a form that could not be used is loaded again. */
  renew(): void {
    this.#access.forget();
    if (this.view.peek().kind === 'failed') void this.load();
  }

  get form(): Form | null {
    return this.#page?.form ?? null;
  }

  /** Says every error; returns the questions that cannot be sent as they are. */
  validate(): readonly QuestionId[] {
    const questions = this.form?.validate() ?? [];
    if (questions.length > 0) this.#host.emit('apply-invalid', { questions });
    return questions;
  }

  /** The first question whose error is said. */
  firstError(): Field | undefined {
    return this.form?.order.find(({ visible, error }) => visible.peek() && error.peek() !== null);
  }

  /** Empties the form; what is being sent or has been sent stays. */
  reset(): void {
    const kind = this.form?.submission.peek().kind;
    if (kind === 'sending' || kind === 'accepted') return;
    this.#uploads.cancelAll();
    this.form?.reset();
  }

  stop(): void {
    this.#life.abort();
    this.#uploads.cancelAll();
    this.#leavePage();
  }

  async #send(): Promise<void> {
    if (this.#page !== null) await this.#sending.send(this.#page);
  }

  async #open(loaded: LoadedForm, turn: number): Promise<void> {
    const { fallback, submission, state } = loaded.meta;
    this.fallback.value = fallback;
    const receipt = submission === null ? success(null) : await this.#receipt(submission);
    if (this.#isOver(turn)) return;
    if (!receipt.ok) this.#fail({ ...receipt.error, fallback });
    else if (receipt.value !== null) this.#resume(loaded, receipt.value);
    else if (state === 'open') this.#show(loaded);
    else this.view.value = { kind: state === 'closed' ? 'closed' : 'already_sent' };
  }

  #receipt(reference: Reference): Promise<Outcome<Submission, Failure>> {
    const { signal } = this.#life;
    return this.#access.authorised((connection) => readReceipt(connection, reference, signal));
  }

  #show(loaded: LoadedForm): void {
    const { form } = this.#turnTo(loaded);
    this.#host.emit('apply-ready', { questions: form.visible.peek() });
  }

  /** A submission of this application is under way or done: its receipt stands in the form's place. */
  #resume(loaded: LoadedForm, submission: Submission): void {
    const { form } = this.#turnTo(loaded);
    void this.#sending.resume(form, submission);
  }

  /** The question set changed since it was loaded: keeps every answer, marks what is different. */
  async #reload(before: Page, reason: Failure): Promise<void> {
    const turn = ++this.#turn;
    const outcome = await readForm(this.#host, this.#access);
    if (this.#isOver(turn)) return;
    batch(() => {
      const isOpen = outcome.ok && outcome.value.meta.state === 'open';
      const { form } = isOpen ? this.#turnTo(outcome.value, before) : before;
      form.submission.value = {
        kind: 'failed',
        failure: outcome.ok ? reasonNow(outcome.value, reason) : outcome.error,
      };
    });
  }

  #turnTo({ tree, meta }: LoadedForm, before: Page | null = null): Page {
    const form = createForm(tree);
    const { mode, titled } = this.#host.settings();
    const preview = mode === 'preview';
    const { limits } = meta;
    // A host's page has said it in its own heading.
    const title = titled ? meta.title : null;
    if (before !== null) form.adopt(before.form);
    const changed = before === null ? [] : changedQuestions(before.form, form);
    this.#leavePage();
    const close = announce(form, this.#host.emit);
    const page: Page = { form, limits, preview, revision: meta.revision ?? revision(''), close };
    this.#page = page;
    this.view.value = { kind: 'form', form, title, preview, changed, limits };
    return page;
  }

  #fail(reason: LoadFailure): void {
    this.fallback.value = reason.fallback ?? this.fallback.peek();
    this.view.value = { kind: 'failed', failure: reason };
    tellError(this.#host, reason);
  }

  #leavePage(): void {
    this.#page?.close();
    this.#page?.form.dispose();
    this.#page = null;
  }

  #isOver(turn: number): boolean {
    return this.#life.signal.aborted || turn !== this.#turn;
  }
}

/** Between two tries to send, the job may have closed or another tab may have sent. */
function reasonNow({ meta }: LoadedForm, reason: Failure): Failure {
  if (meta.state === 'open') return reason;
  return { ...reason, code: meta.state === 'closed' ? 'job_closed' : 'already_submitted' };
}
