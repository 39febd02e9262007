/**
 * The forms that one element opens as its host's page changes the job or token: each is one session, for one job or
 * token, and never becomes another. Forms with entered answers are kept by `session/other-forms.ts`.
 */

import type { Form } from '../../form/contract.ts';
import type { Asked, Filling, SessionHost } from '../contract.ts';
import { Session } from '../session/session.ts';
import type { FormEventName } from './form-events.ts';

interface Own {
  asked: Asked;
  /** The `source` with which a kept form is sent. */
  source: string | null;
  /** The form shown before this one, if something was typed in it. */
  previous: Form | null;
  /** Events that occurred while the form was not shown: the last of each kind. */
  readonly unsaid: Map<FormEventName, () => void>;
}

export interface Opened extends Own {
  readonly session: Session;
}

export interface FormsTools extends SessionHost {
  /** Draws the session in place of the current one. */
  readonly draw: (session: Session, takesFocus: boolean) => void;
}

export class Forms {
  readonly tools: FormsTools;
  /** The form that is shown, and those that are kept. */
  opened: Opened[] = [];
  shown: Opened;
  /** Counts requests of the host: of several changes only the last one counts. */
  #turn = 0;
  #settled: Promise<unknown> | null = null;
  #others: Filling['otherForms'] | null = null;

  constructor(tools: FormsTools) {
    this.tools = tools;
    this.shown = this.open();
    tools.draw(this.shown.session, false);
    // Deferred, because the code that creates the element sets its properties and attributes one after another.
    queueMicrotask(() => {
      Object.assign(this.shown, { asked: this.asked(), source: tools.settings().source });
      if (this.opened.length > 0) void this.shown.session.load();
    });
  }

  /** The host has set another job, token or similar: everything set within one task is one change. */
  changed(): void {
    const turn = ++this.#turn;
    const isOver = () => turn !== this.#turn;
    this.#settled = this.#follow(isOver).finally(() => {
      if (!isOver()) this.#settled = null;
    });
  }

  /** Everything else typed here is deleted too, since the next applicant may be a different person. */
  reset(): void {
    for (const { session } of this.opened) session.reset();
    this.#others?.forget(this);
  }

  stop(): void {
    this.#turn += 1;
    for (const { session } of this.opened.splice(0)) session.stop();
  }

  isWanted({ asked }: Pick<Opened, 'asked'>): boolean {
    return JSON.stringify(asked) === JSON.stringify(this.asked());
  }

  /** What the host currently asks for. */
  asked(): Asked {
    const { endpoint, tenant, job, posting, token, mode } = this.tools.settings();
    return { endpoint, tenant, job, posting, token, mode };
  }

  /** Whether to keep the form; on a shared device a sent form is finished. */
  keeps({ session }: Opened): boolean {
    const isSent = session.form?.submission.peek().kind === 'accepted';
    return session.hasBegun() && !(isSent && this.tools.settings().draft === 'off');
  }

  open(previous: Form | null = null, isAnother?: SessionHost['isAnother']): Opened {
    const { tools } = this;
    const { source } = tools.settings();
    const own: Own = { asked: this.asked(), source, previous, unsaid: new Map() };
    const isShown = () => this.shown?.asked === own.asked;
    const session = new Session({
      ...tools,
      settings: () => {
        const now = tools.settings();
        return { ...now, source: isShown() ? now.source : own.source, ...own.asked };
      },
      // A kept form is not attached to any element.
      get element() {
        return isShown() ? tools.element : null;
      },
      get previous() {
        return own.previous;
      },
      emit: (name, detail) => {
        const tell = () => tools.emit(name, detail);
        return isShown() ? tell() : own.unsaid.set(name, tell) !== null;
      },
      stays: () => (this.#settled ? this.isWanted(own) || this.#whenSettled(isShown) : isShown()),
      isAnother,
      forgetOthers: () => this.#others?.forget(this),
    });
    const opened = Object.assign(own, { session });
    this.opened.push(opened);
    return opened;
  }

  async #whenSettled(isShown: () => boolean): Promise<boolean> {
    while (this.#settled !== null) await this.#settled;
    return isShown();
  }

  show(next: Opened): void {
    const { element, draw } = this.tools;
    const hadFocus = element?.matches(':focus-within');
    this.shown = next;
    draw(next.session, hadFocus === true);
  }

  end(opened: Opened): void {
    this.opened = this.opened.filter((one) => one !== opened);
    opened.session.stop();
  }

  async #follow(isOver: () => boolean): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    const before = this.shown;
    if (isOver() || this.isWanted(before)) return;
    if (before.session.hasBegun() || this.opened.length > 1) {
      const filling = await before.session.prepare();
      this.#others ??= filling?.otherForms ?? null;
      if (isOver()) return;
    }
    if (this.#others) return this.#others.follow(this, isOver);
    // If that file cannot be loaded, the form begun before continues out of sight and is found again.
    const known = this.opened.find((one) => this.isWanted(one));
    const next = known ?? this.open();
    this.show(next);
    if (!this.keeps(before)) this.end(before);
    // Not awaited, because this method only decides which form is shown.
    if (!known) void next.session.load();
  }
}
