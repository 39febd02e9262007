/**
 * The form that one element shows. When its host's page changes the job or token, another session is opened: what was
 * typed stays in the draft of the first one, and details come along.
 */

import type { Form } from '../../form/contract.ts';
import { forgetTab } from '../drafts/has-draft.ts';
import type { Settings } from '../host/host.ts';
import { failureOf, loadForm } from '../proxy/access.ts';
import { Session, type SessionHost } from '../session/session.ts';

type FormIdentity = Pick<Settings, 'endpoint' | 'tenant' | 'job' | 'posting' | 'token' | 'mode'>;

interface FormsTools extends SessionHost {
  /** Draws the session instead of the current one. */
  readonly draw: (session: Session, takesFocus: boolean) => void;
}

/** A session's host, with what it knows of the other sessions. */
interface FormHost extends SessionHost {
  /** Identifies the form. */
  identity: FormIdentity;
  previous: Form | null;
}

interface Opened {
  readonly host: FormHost;
  readonly session: Session;
}

/** Milliseconds before the form of another token is requested again. */
const RETRY = { first: 4_000, longest: 60_000 };

export class Forms {
  readonly #tools: FormsTools;
  #shown: Opened;
  /** Forms left after *Send*: sending goes on, and their receipt is shown when the page returns to them. */
  #sent: readonly Opened[] = [];
  /** Counts the host's changes: only the last of several counts. */
  #turn = 0;
  /** Pending until it is known which form the host wants. */
  #settling: Promise<void> | null = null;
  #isStopped = false;

  constructor(tools: FormsTools) {
    this.#tools = tools;
    this.#shown = this.#open(null);
    tools.draw(this.#shown.session, false);
    // Deferred, because the code that creates the element sets its properties and attributes one after another.
    queueMicrotask(() => {
      this.#shown.host.identity = this.#wantedIdentity();
      if (!this.#isStopped) void this.#shown.session.load();
    });
  }

  /** The host has set another job, token or similar: everything set within one task is one change. */
  changed(): void {
    const turn = ++this.#turn;
    const isOver = () => this.#isStopped || turn !== this.#turn;
    this.#settling = this.#follow(isOver).finally(() => {
      if (!isOver()) this.#settling = null;
    });
  }

  /** Everything else typed here is deleted too, since the next applicant may be a different person. */
  reset(): void {
    this.#shown.session.reset();
    this.#forget();
  }

  stop(): void {
    this.#isStopped = true;
    for (const { session } of [this.#shown, ...this.#sent]) session.stop();
  }

  #wantedIdentity(): FormIdentity {
    const { endpoint, tenant, job, posting, token, mode } = this.#tools.settings();
    return { endpoint, tenant, job, posting, token, mode };
  }

  #isWanted({ host: { identity } }: Opened): boolean {
    return JSON.stringify(identity) === JSON.stringify(this.#wantedIdentity());
  }

  #open(previous: Form | null): Opened {
    const tools = this.#tools;
    const { source } = tools.settings();
    const isShown = () => this.#shown?.host === host;
    const host: FormHost = {
      ...tools,
      identity: this.#wantedIdentity(),
      previous,
      settings: () => {
        const now = tools.settings();
        return { ...now, source: isShown() ? now.source : source, ...host.identity };
      },
      // A form that was left has no element.
      get element() {
        return isShown() ? tools.element : null;
      },
      // The host counts submissions, whatever its page shows now.
      emit: (name, detail) => (!isShown() && name !== 'apply-submitted') || tools.emit(name, detail),
      forgetOthers: () => this.#forget(),
      stays: () => (this.#settling ? this.#whenSettled(isShown) : isShown()),
    };
    return { host, session: new Session(host) };
  }

  async #whenSettled(isShown: () => boolean): Promise<boolean> {
    while (this.#settling !== null) await this.#settling;
    return isShown();
  }

  async #follow(isOver: () => boolean): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    const before = this.#shown;
    if (isOver() || this.#isWanted(before)) return;
    if (await this.#isSameApplication(before, isOver)) before.host.identity = this.#wantedIdentity();
    else if (!isOver()) this.#turnFrom(before);
  }

  /** Until the proxy has answered, the form stays and nothing is sent. */
  async #isSameApplication({ host: { identity }, session }: Opened, isOver: () => boolean): Promise<boolean> {
    const wanted = this.#wantedIdentity();
    const { endpoint, mode } = wanted;
    const isToken = identity.token !== null && wanted.token !== null;
    if (!isToken || identity.endpoint !== endpoint || identity.mode !== mode) return false;
    // The host says that a token from `renewToken` is for the same application.
    if (session.access.connection().token === wanted.token) return true;
    const page = session.page();
    if (page === null || !session.hasBegun()) return false;
    const connection = { ...session.access.connection(), token: wanted.token };
    for (let pause = RETRY.first; !isOver(); pause = Math.min(RETRY.longest, pause * 2)) {
      const outcome = await loadForm(connection, session.speech.peek().language);
      if (outcome.ok) {
        const { draftKey, olderDraftKeys } = outcome.value.meta;
        const isSame =
          page.meta.draftKey !== null && [draftKey, ...olderDraftKeys].includes(page.meta.draftKey);
        if (isSame && !isOver()) session.access.use(null);
        return isSame;
      }
      if (!failureOf(outcome.error).retryable) return false;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return false;
  }

  #turnFrom(before: Opened): void {
    const { element, draw } = this.#tools;
    const known = this.#sent.find((opened) => this.#isWanted(opened));
    const next = known ?? this.#open(before.session.hasBegun() ? before.session.form : before.host.previous);
    this.#sent = this.#sent.filter((opened) => opened !== known);
    this.#shown = next;
    draw(next.session, element?.matches(':focus-within') === true);
    this.#leave(before);
    // Not awaited: which form is shown is decided.
    if (!known) void next.session.load();
  }

  #leave(left: Opened): void {
    const phase = left.session.form?.submission.peek();
    const isOnItsWay = phase?.kind === 'sending' || (phase?.kind === 'failed' && phase.failure.retryable);
    // On a shared device a sent form is finished, since the next applicant may be a different person.
    const hasReceipt = phase?.kind === 'accepted' && this.#tools.settings().draft !== 'off';
    if (isOnItsWay || hasReceipt) this.#sent = [...this.#sent, left];
    else left.session.stop();
  }

  /** A form whose applicant pressed Send is still sent. */
  #forget(): void {
    this.#shown.host.previous = null;
    forgetTab();
    for (const { session } of this.#sent) {
      const submission = session.form?.submission;
      if (submission?.peek().kind !== 'sending') session.stop();
      else submission.subscribe(({ kind }) => kind !== 'sending' && queueMicrotask(() => session.stop()));
    }
    this.#sent = [];
  }
}
