/**
 * The messages and buttons about stored answers and unsent forms, and the automatic retries.
 */

import type { Failure, FailureCode } from '../../core/model/failure.ts';
import type { DraftStatus, Form, StatusLine, SubmissionPhase, WritableForm } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import { computed, effect, type ReadonlySignal, type Signal, signal } from '../../form/signals.ts';
import type { MessageKey } from '../../locale/catalogue.ts';
import { showBox } from '../../ui/focus.ts';
import { formRootOf } from '../host/mount-target.ts';
import type { FillingTools, Page } from '../proxy/access.ts';
import { requestProxy } from '../proxy/request.ts';
import type { OnDevice } from './storage.ts';

type PlainKey = Exclude<Extract<MessageKey, `draft.${string}`>, 'draft.until'>;

/** News for screen readers; `saved`: where answers are saved. */
export type News = PlainKey | 'saved' | null;

export type StatusTools = Pick<FillingTools, 'host' | 'page' | 'access' | 'messages'> & {
  /** Sends once more, without another press. */
  readonly again: (page: Page) => Promise<void>;
};

/** The state of stored answers, and the actions on them. */
export interface StoredAnswers {
  /** null if there is nothing to store; false if it cannot be stored. */
  readonly isStored: ReadonlySignal<boolean | null>;
  readonly onDevice: ReadonlySignal<OnDevice | null>;
  readonly isOnline: ReadonlySignal<boolean>;
  /** The form that began with what an earlier visit left. */
  readonly restored: ReadonlySignal<Form | null>;
  readonly news: Signal<News>;
  /** Keeps the draft of a visitor on this device. */
  keep(): Promise<void>;
  /** Keeps a visitor's draft in this tab only. */
  release(): void;
  /** Deletes the draft of another visit on this device. */
  forget(): void;
  /** Loads the form again, in the session of what is on this device. */
  goOn(form: WritableForm): Promise<void>;
  /** Empties the form, and deletes its draft. */
  clear(form: WritableForm): void;
}

export class Status implements DraftStatus {
  readonly line = computed(() => this.#line());
  readonly notice = computed(() => this.#notice());
  readonly announcement = computed(() => this.#waitingText() ?? this.#newsText());
  readonly #tools: StatusTools;
  readonly #stored: StoredAnswers;
  readonly #form: WritableForm;
  readonly #waiting: Waiting;
  readonly #asking = signal<'clear' | 'forget' | null>(null);

  constructor(tools: StatusTools, stored: StoredAnswers, form: WritableForm) {
    this.#tools = tools;
    this.#stored = stored;
    this.#form = form;
    this.#waiting = new Waiting(tools, form);
  }

  end(): void {
    this.#waiting.end();
  }

  #line(): StatusLine | null {
    if (this.#mayAct() && this.#asking.value === 'clear' && !this.#isBack()) return this.#askClear();
    const waiting = this.#form.submission.value.kind === 'failed' ? this.#waitingText() : null;
    const offline = this.#stored.isOnline.value ? '' : this.#say('draft.offline');
    const text = waiting ?? [offline, this.#savedText()].filter(Boolean).join(' ');
    return text ? { text, buttons: this.#buttons(), isWaiting: waiting !== null } : null;
  }

  /** The notice above the questions: a draft was restored, was found, or is over. */
  #notice(): StatusLine | null {
    const { onDevice, news } = this.#stored;
    const asking = this.#asking.value;
    if (!this.#mayAct()) return null;
    if (asking === 'clear' && this.#isBack()) return this.#askClear();
    if (asking === 'forget') return this.#ask('draft.askAnew', () => this.#stored.forget());
    if (onDevice.value === 'another') {
      const goOn = this.#button('draft.goOn', () => this.#stored.goOn(this.#form));
      return { text: this.#say('draft.found'), buttons: [goOn, this.#asks('draft.anew', 'forget')] };
    }
    if (news.value === 'draft.over') return { text: this.#say('draft.over'), buttons: [] };
    const buttons = [this.#asks('draft.clear', 'clear')];
    return this.#isBack() ? { text: this.#say('draft.back'), buttons } : null;
  }

  #buttons(): StatusLine['buttons'] {
    const { isStored, onDevice } = this.#stored;
    if (!this.#mayAct() || !isStored.value) return [];
    const state = onDevice.value;
    const buttons = this.#isBack() ? [] : [this.#asks('draft.clear', 'clear')];
    // Another visit's draft is on this device: the notice above the questions asks about it first.
    if (state === null || state === 'another' || this.#tools.host.settings().draft !== 'on') return buttons;
    const keep = this.#button('draft.keep', () => this.#stored.keep());
    const end = this.#button('draft.end', () => this.#stored.release());
    return [state === 'nothing' ? keep : end, ...buttons];
  }

  /** False while sending and after the receipt: neither can be withdrawn. */
  #mayAct(): boolean {
    const { correcting, submission } = this.#form;
    return !correcting.value && /^(editing|failed)$/.test(submission.value.kind);
  }

  #isBack(): boolean {
    const { restored, onDevice, news } = this.#stored;
    return restored.value === this.#form && onDevice.value !== 'another' && news.value !== 'draft.over';
  }

  #askClear(): StatusLine {
    return this.#ask(this.#waiting.mayBeThere.value ? 'draft.askSent' : 'draft.ask', () => {
      this.#stored.clear(this.#form);
      // The next applicant may be a different person.
      this.#tools.host.forgetOthers?.();
    });
  }

  /** Asks before it deletes something. */
  #ask(about: PlainKey, remove: () => void): StatusLine {
    const confirm = () => {
      this.#asking.value = null;
      const { element } = this.#tools.host;
      const form = element && formRootOf(element).querySelector('form');
      remove();
      this.#stored.news.value = 'draft.cleared';
      if (form) showBox(form);
    };
    const buttons = [this.#button('draft.yes', confirm), this.#asks('draft.no', null)];
    return { text: this.#say(about), buttons, isQuestion: true };
  }

  #asks(key: PlainKey, question: 'clear' | 'forget' | null) {
    return this.#button(key, () => {
      this.#asking.value = question;
      this.#stored.news.value = null;
    });
  }

  #button(key: PlainKey, press: () => unknown) {
    return { text: this.#say(key), press: () => void press() };
  }

  #say(key: PlainKey): string {
    return this.#tools.messages().text(key);
  }

  #savedText(): string {
    const { isStored, onDevice, news } = this.#stored;
    const until = onDevice.value;
    if (isStored.value === false) return this.#say('draft.not');
    if (!isStored.value) return '';
    if (typeof until === 'number') {
      const { locale, text } = this.#tools.messages();
      // The day in the applicant's time zone.
      const date = new Date(until).toLocaleDateString(locale, { dateStyle: 'long', calendar: 'gregory' });
      return text('draft.until', { date });
    }
    if (news.value === 'draft.unkept') return this.#say('draft.unkept');
    return this.#say(this.#isOnDevice() ? 'draft.here' : 'draft.tab');
  }

  /** Why the form tries again, and whether the applicant may leave the page meanwhile. */
  #waitingText(): string | null {
    const reason = this.#waiting.reason.value;
    const mayLeave = this.#stored.isStored.value === true && this.#isOnDevice();
    const why = reason === 'long' && !mayLeave ? 'unreached' : reason;
    return why && this.#tools.messages().text(`wait.${why}`);
  }

  #isOnDevice(): boolean {
    const state = this.#stored.onDevice.value;
    return state === null ? this.#tools.host.settings().draft !== 'session' : typeof state === 'number';
  }

  #newsText(): string | null {
    const news = this.#stored.news.value;
    return news === 'saved' ? this.#savedText() : news && this.#say(news);
  }
}

/**
 * Why the form could not be sent so far. `unreached`, `slow`: the browser is online but no reply has come, so the answers
 * may have arrived. `long`: any of the others for a minute.
 */
export type Reason = 'offline' | 'unreached' | 'slow' | 'busy' | 'long';

/** Seconds of the first and of the longest interval; and the factor between two. */
const FIRST = 4;
const LONGEST = 60;
const GROWTH = 1.6;

/** Milliseconds after which the message no longer says that it will only take a moment. */
const LONG = 60_000;

const reasons: Readonly<Partial<Record<FailureCode, Reason>>> = {
  offline: 'unreached',
  service_unavailable: 'busy',
  rate_limited: 'busy',
  timed_out: 'slow',
};

/** After a refusal by something in between, tries again only if the reply says when: otherwise it could look like an attack. */
const reasonOf = ({ code, retryAfter }: Failure): Reason | null =>
  reasons[code] ?? (code === 'blocked' && retryAfter !== null ? 'busy' : null);

/**
 * Retries automatically after a temporary failure: as soon as the browser reports that it is online, and at intervals,
 * since browsers do not always report it. After changing an answer the applicant has to press "send" again.
 */
class Waiting {
  /** null if nothing waits to be sent. */
  readonly reason: Signal<Reason | null> = signal(null);
  /** True if it was sent and may have arrived. */
  readonly mayBeThere: Signal<boolean> = signal(false);
  readonly #tools: StatusTools;
  readonly #form: Form;
  readonly #endings: readonly (() => void)[];
  /** Ends the current wait. */
  #life = new AbortController();
  #seconds = FIRST;
  #since = 0;

  constructor(tools: StatusTools, form: Form) {
    this.#tools = tools;
    this.#form = form;
    this.#endings = [
      effect(() => this.#follow(form.submission.value)),
      followEdits(form.edited, () => {
        if (form.submission.peek().kind !== 'failed') return;
        this.#life.abort();
        this.reason.value = null;
      }),
    ];
  }

  end(): void {
    for (const end of this.#endings) end();
    this.#life.abort();
  }

  #follow(phase: SubmissionPhase): void {
    // Every new phase cancels the pending attempt. While an attempt runs, the message stays.
    this.#life.abort();
    if (phase.kind === 'sending') return;
    const why = phase.kind === 'failed' ? reasonOf(phase.failure) : null;
    if (why !== null || phase.kind === 'accepted') this.mayBeThere.value = why !== null;
    if (phase.kind !== 'failed' || why === null) {
      this.reason.value = null;
      return;
    }
    if (!phase.byItself) this.#since = Date.now();
    this.#seconds = phase.byItself ? Math.min(LONGEST, this.#seconds * GROWTH) : FIRST;
    this.#wait(why, phase.failure.retryAfter ?? 1);
  }

  #wait(why: Reason, least: number): void {
    this.#life = new AbortController();
    const { signal: over } = this.#life;
    let timer: ReturnType<typeof setTimeout>;
    // Randomised, because clients that were cut off together would otherwise all retry at once.
    const plan = (spread: number, shortest: number) => {
      clearTimeout(timer);
      timer = setTimeout(attempt, (shortest + Math.random() * spread) * 1000);
    };
    const attempt = async () => {
      const isThere = await this.#isReachable();
      const page = this.#tools.page();
      if (over.aborted || page?.form !== this.#form) return;
      if (isThere) return this.#sendAgain(page);
      this.#say('unreached');
      plan(this.#seconds, 1);
    };
    const back = () => {
      // The next attempt will show whether the proxy can be reached.
      this.#say('busy');
      plan(least, 0);
    };
    this.#say(why);
    plan(this.#seconds, least);
    const late = setTimeout(() => this.#say(why), this.#since + LONG - Date.now());
    addEventListener('offline', () => this.#say(why), { signal: over });
    addEventListener('online', back, { signal: over });
    over.addEventListener('abort', () => [timer, late].forEach(clearTimeout));
  }

  #say(why: Reason): void {
    const isLong = Date.now() - this.#since >= LONG;
    this.reason.value = navigator.onLine === false ? 'offline' : isLong ? 'long' : why;
  }

  /** Checked before the form is locked for sending, so that failing retries do not interrupt typing. */
  async #isReachable(): Promise<boolean> {
    const request = { mode: 'no-cors', cache: 'no-store' } as const;
    const reply = await requestProxy(this.#tools.access.connection(), '/healthz', request);
    return reply.ok || 'status' in reply.error;
  }

  /** Locking the form takes focus away, so it is restored. */
  async #sendAgain(page: Page): Promise<void> {
    const { host, again } = this.#tools;
    const root = host.element && formRootOf(host.element).getRootNode();
    const focused = root && 'activeElement' in root ? root.activeElement : null;
    await again(page);
    if (root && focused instanceof HTMLElement) setTimeout(() => focused.focus({ preventScroll: true }));
  }
}
