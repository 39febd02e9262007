/**
 * The life of one form on one page: loads it, shows it, sends it. Owns the `View` that `ui` draws and carries out what
 * the applicant asks for; knows no element. Whatever it starts ends with `stop`.
 */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { type Failure, type FailureCode, failure, success } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { FormActions, View, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { type Signal, signal } from '../../form/signals.ts';
import { addDetails } from '../details/add-details.ts';
import { hasDraft } from '../drafts/has-draft.ts';
import {
  announce,
  concerned,
  type Host,
  inEnglish,
  isAddress,
  loadLanguage,
  type SpokenLanguage,
  wantedLanguage,
} from '../host/host.ts';
import {
  type Access,
  createAccess,
  fallbackOf,
  formQuery,
  fromDocument,
  type LoadedForm,
  type Loading,
  loadForm,
  type Page,
  type SessionTools,
  type TakeOver,
} from '../proxy/access.ts';
import { isGone, load, loadAgain, loadWords } from '../proxy/load-files.ts';
import type { Filling } from './filling.ts';

/** Reads the given document in preview mode, otherwise asks the proxy. */
async function readQuestions(host: Host, access: Access): Promise<Loading> {
  const { mode, document, semantics, endpoint, token, job } = host.settings();
  if (mode === 'preview') return fromDocument(document, semantics ?? undefined);
  if (!isAddress.test(endpoint ?? '') || (token ?? job) === null) return failure(plainFailure('bad_setup'));
  const { language } = wantedLanguage(host);
  const opened = await access.open(formQuery('questions', language));
  if (!opened.ok) return opened;
  const loaded = fromDocument(opened.value.form);
  return loaded.ok ? loaded : loadForm(access.connection(), language);
}

/** True if the form can be filled in and sent: no other screen replaces it. */
const asksQuestions = ({ tree, meta }: LoadedForm): boolean =>
  meta.submission === null && meta.state === 'open' && tree.order.length > 0;

export type FillingFile = Pick<typeof import('./filling.ts'), 'Filling' | 'followGround'>;

/** Looked up at each call, because a host may replace it later. */
const pageFetch: typeof fetch = (input, init) => fetch(input, init);

/** The browser's fetch and file loading, passed in so that a test can replace them. */
export const browserTransport = {
  fetch: pageFetch,
  /** Rejects when its file cannot be loaded now; the next call tries again. */
  loadFilling: (): Promise<FillingFile> => load(() => import('./filling.ts')),
  loadWords,
  isGone,
  loadAgain,
};

export type Transport = Readonly<typeof browserTransport>;

/** Everything that a session needs from its host. */
export interface SessionHost extends Host {
  readonly transport: Transport;
  /** Acts when the page has nothing else to do; absent where there is no page. */
  readonly whenIdle?: (act: () => void) => void;
}

/** Milliseconds before the filling file is requested, or requested again. */
const RETRY = 5_000;

/** The filling file did not load, and with it nothing that could find the cause. */
const offline = plainFailure('offline');

export class Session implements SessionTools {
  readonly view: Signal<View<WritableForm>> = signal({ kind: 'loading' });
  /** Another way to apply, once the proxy has named one. */
  readonly fallback: Signal<string | null> = signal(null);
  /** Shown above the form. */
  readonly notice: Signal<string | null> = signal(null);
  /** The parts that follow the first answer or replace the form; null until loaded. */
  readonly filling: Signal<Filling | null> = signal(null);
  /** Number of presses that needed a file which this build no longer has; null while no file is known to be missing. */
  readonly gone: Signal<number | null> = signal(null);
  readonly speech: Signal<SpokenLanguage>;
  readonly actions: FormActions;
  readonly host: SessionHost;
  readonly access: Access;
  readonly #life = new AbortController();
  readonly signal = this.#life.signal;
  #page: Page | null = null;
  #loadingFilling: Promise<Filling | null> | null = null;
  #translating: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  /** Files chosen before the filling file could accept them. */
  readonly #waiting: ((filling: Filling) => void)[] = [];
  /** Counts loads: the reply to an older one is dropped. */
  #turn = 0;

  constructor(host: SessionHost) {
    this.host = host;
    this.access = createAccess(host, this.signal);
    this.speech = signal(wantedLanguage(host));
    this.actions = {
      send: () => void this.#send(),
      reload: () => void this.load(true),
      attach: (question, files) => {
        this.#waiting.push(({ uploads }) => uploads.attach(question, files));
        void this.#withFilling(this.#takeFiles);
      },
      // File rows are drawn by the filling file.
      detach: (question, file) => this.filling.peek()?.uploads.detach(question, file),
      retryFile: (question, file) => this.filling.peek()?.uploads.retry(question, file),
    };
  }

  /** Loads from the start, discarding whatever was shown before. */
  readonly load = async (takesFocus?: boolean): Promise<void> => {
    const { host, fallback } = this;
    this.view.value = { kind: 'loading', takesFocus };
    this.#leavePage();
    const isOver = this.newTurn();
    // Waits for the sentences before the questions, so that the applicant can read what is loading.
    const speaking = loadLanguage(host).then((speech) => {
      if (!isOver()) this.speech.value = speech ?? inEnglish;
    });
    const { layout, prefill } = host.settings();
    if (prefill) void this.prepare();
    let filling = hasDraft() || host.previous || layout === 'steps' ? await this.prepare() : null;
    filling?.drafts.recall();
    // The filling file has the sentences for a slow load.
    const slow = setTimeout(() => this.prepare(), RETRY);
    const [outcome] = await Promise.all([this.read(), speaking]);
    clearTimeout(slow);
    // Reading and drawing a form are separate tasks, so that neither blocks the host's page for long.
    await new Promise((resolve) => setTimeout(resolve));
    // Prefill is read before the form is drawn.
    if (outcome.ok && (outcome.value.meta.prefill ?? host.settings().prefill))
      filling ??= await this.prepare();
    if (isOver()) return;
    fallback.value = outcome.ok
      ? outcome.value.meta.fallback
      : (fallbackOf(outcome.error) ?? fallback.peek());
    if (!filling && outcome.ok && asksQuestions(outcome.value)) {
      this.show(outcome.value);
      host.whenIdle?.(() => isOver() || this.#fetchFilling());
      return;
    }
    // After a timeout the applicant does not wait for another file as well.
    const hasTimedOut = !outcome.ok && 'code' in outcome.error && outcome.error.code === 'timed_out';
    filling = hasTimedOut ? this.filling.peek() : await this.prepare();
    if (isOver()) return;
    if (filling) {
      await filling.showInstead(outcome, isOver);
      // Screens without a form show no notice.
      if (outcome.ok && !isOver()) this.notice.value = outcome.value.meta.notice;
    } else
      this.view.value = { kind: 'failed', failure: this.#tellOffline(hasTimedOut ? 'timed_out' : 'offline') };
  };

  /** True if something was typed or sent. */
  hasBegun(): boolean {
    if (!this.#page || this.#page.preview) return false;
    const { submission, order } = this.#page.form;
    return submission.peek().kind !== 'editing' || order.some(({ entry }) => entry.peek() !== null);
  }

  /** Follows the language of the host's page; answers stay. */
  translate(): void {
    const isLoading = this.view.peek().kind === 'loading';
    const filling = this.filling.peek();
    // After loading, the filling file notices by itself that a different language is wanted.
    if (!isLoading) void (filling ? filling.translate() : this.prepare());
    else if (this.#turn > 0) void this.load();
  }

  /**
   * Called when the applicant uses the form: loads again whatever failed before, sentences included. A screen shown instead of
   * the form is left alone, because redrawing a button between press and release loses the click.
   */
  touch(): void {
    const filling = this.filling.peek();
    if (!filling) {
      if (this.view.peek().kind !== 'failed') void this.prepare();
    } else if (wantedLanguage(this.host).locale !== this.speech.peek().locale)
      this.#translating ??= filling.translate().finally(() => {
        this.#translating = null;
      });
  }

  /** Fills in what the host's page has set as prefill. */
  async fillIn(): Promise<void> {
    (await this.prepare())?.prefill.fill();
  }

  /** Loads what comes after the first answer; null where it cannot be loaded now. */
  prepare(): Promise<Filling | null> {
    this.#loadingFilling ??= this.#loadFilling();
    return this.#loadingFilling;
  }

  readonly page = (): Page | null => this.#page;

  get form(): WritableForm | null {
    return this.#page?.form ?? null;
  }

  /** Shows every error; returns the questions that cannot be sent as they are; a detail as `detail:email`. */
  validate(): readonly QuestionId[] {
    const { form } = this;
    const questions = form?.validate() ?? [];
    if (form && questions.length > 0) {
      this.host.emit('apply-invalid', concerned(form, questions));
      // The filling file has the sentences.
      void this.prepare();
    }
    return questions;
  }

  /** Empties the form; what is being sent or has been sent stays. */
  reset(): void {
    const page = this.#page;
    if (!page) return;
    const { submission, correcting } = page.form;
    if (/sending|accepted/.test(submission.peek().kind) || correcting.peek()) return;
    this.#waiting.length = 0;
    const filling = this.filling.peek();
    if (filling) filling.drafts.clear(page.form);
    else page.again();
  }

  stop(): void {
    this.#life.abort();
    this.filling.peek()?.uploads.cancelAll();
    this.#leavePage();
  }

  readonly loadLanguage = async (): Promise<SpokenLanguage | null> =>
    (await loadLanguage(this.host)) ?? this.miss();

  readonly read = async (): Promise<Loading> => {
    let outcome = await readQuestions(this.host, this.access);
    if (outcome.ok && outcome.value.further) {
      const speech = (await loadLanguage(this.host)) ?? inEnglish;
      outcome = success(addDetails(outcome.value, speech, this.host.settings().messages));
    }
    // The language of a drawn form may have changed. A new form brings its notice with it, so that nothing moves.
    if (outcome.ok && this.#page) this.notice.value = outcome.value.meta.notice;
    return outcome;
  };

  readonly show = (loaded: LoadedForm, takeOver?: TakeOver): void => {
    const { form } = this.turnTo(loaded, takeOver);
    this.host.emit('apply-ready', concerned(form, form.visible.peek()));
  };

  readonly turnTo = (loaded: LoadedForm, takeOver?: TakeOver): Page => {
    const { tree, meta } = loaded;
    const form = createForm(tree);
    const { mode, titled } = this.host.settings();
    const preview = mode === 'preview';
    // The host's page has the title in its own heading.
    const title = titled ? meta.title : null;
    const changed = takeOver?.(form) ?? null;
    this.#leavePage();
    const close = announce(form, this.host.emit);
    this.#page = { form, meta, preview, close, again: () => this.turnTo(loaded) };
    this.notice.value = meta.notice;
    this.view.value = { kind: 'form', form, title, preview, changed, limits: meta.limits };
    return this.#page;
  };

  /** Starts a turn; results of earlier turns are discarded. */
  readonly newTurn = (): (() => boolean) => {
    const turn = ++this.#turn;
    return () => this.signal.aborted || turn !== this.#turn;
  };

  /** A file failed to load: it may have been removed with its build. */
  readonly miss = (): null => {
    if (!this.signal.aborted && this.gone.peek() === null)
      this.#looking ??= this.#lookForFiles(this.filling.peek()).finally(() => {
        this.#looking = null;
      });
    return null;
  };

  async #lookForFiles(before: Filling | null): Promise<void> {
    const isGone = await this.host.transport.isGone();
    // Another attempt may have loaded it meanwhile.
    if (!isGone || this.signal.aborted || (before === null && this.filling.peek() !== null)) return;
    this.gone.value ??= 0;
    this.#leadToReload();
  }

  async #send(): Promise<void> {
    const page = this.#page;
    // If the host has just changed the job of its page, nothing is sent to the previous one.
    const stays = this.host.stays?.() ?? true;
    if (!page || (stays !== true && !(await stays))) return;
    const { submission } = page.form;
    const before = submission.peek();
    const filling = this.filling.peek();
    // Decided synchronously: a second call in the same task finds that sending has begun.
    if (filling) return filling.sending.send(page);
    if (before.kind === 'sending') return;
    submission.value = { kind: 'sending' };
    await this.#withFilling(({ sending }) => {
      submission.value = before;
      if (this.#page === page) void sending.send(page);
    });
  }

  /**
   * If the filling file cannot be loaded, the form says that it is offline and keeps everything; the next press tries
   * again.
   */
  async #withFilling(act: (filling: Filling) => void): Promise<void> {
    const filling = await this.prepare();
    if (filling) return act(filling);
    if (!this.form) return;
    this.form.submission.value = { kind: 'failed', failure: offline };
    if (this.gone.peek() === null) this.#tellOffline();
    else this.#leadToReload();
  }

  /** Offers a reload after a press that needs a missing file: an offline message would mislead. */
  #leadToReload(): void {
    const submission = this.form?.submission;
    if (submission?.peek().kind !== 'failed' || this.filling.peek()) return;
    this.gone.value = (this.gone.peek() ?? 0) + 1;
    submission.value = { kind: 'editing' };
  }

  readonly #takeFiles = (filling: Filling): void => {
    for (const act of this.#waiting.splice(0)) act(filling);
  };

  /** Fetches the file without drawing anything that the applicant does not need yet. */
  async #fetchFilling(): Promise<void> {
    const file = await this.host.transport.loadFilling().catch(() => null);
    file?.followGround(this.host.element, this.signal);
  }

  async #loadFilling(): Promise<Filling | null> {
    try {
      const file = await this.host.transport.loadFilling();
      if (this.signal.aborted) return null;
      // The next render would overwrite what the controls show.
      this.form?.controls.read();
      this.filling.value = new file.Filling(this);
      this.gone.value = null;
      // Whatever failed without the filling file can be done now.
      if (this.form?.submission.peek().kind === 'failed') this.form.submission.value = { kind: 'editing' };
      this.#takeFiles(this.filling.value);
      this.touch();
    } catch {
      this.#loadingFilling = null;
      this.miss();
      // Waiting files are uploaded without another action of the applicant.
      setTimeout(() => this.#waiting.length > 0 && !this.signal.aborted && this.prepare(), RETRY);
    }
    return this.filling.peek();
  }

  #tellOffline(code: FailureCode = 'offline'): Failure {
    const failure = plainFailure(code);
    const { retryable, retryAfter } = failure;
    this.host.emit('apply-error', { code, retryable, retryAfter });
    this.host.warn('cannot load its other files: check their server and script-src.');
    return failure;
  }

  #leavePage(): void {
    this.#page?.close();
    this.#page?.form.dispose();
    this.#page = null;
  }
}
