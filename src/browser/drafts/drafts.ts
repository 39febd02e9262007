/**
 * Stores what is typed on this device until it has arrived, restores it after a reload, and
 * sends again what could not be sent. Nothing is stored before the first answer.
 */

import type { FormMeta } from '../../core/jsonapi/read-questions.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Field, Form, WritableForm } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import { emptyForm } from '../../form/fill.ts';
import { computed, effect, type Signal, signal } from '../../form/signals.ts';
import { type LoadedForm, openSession, type SessionTools, type TakeOver } from '../proxy/access.ts';
import { type Connection, MEDIA_TYPE, requestProxy } from '../proxy/request.ts';
import type { Uploads } from '../sending/uploads.ts';
import { type News, Status, type StatusTools, type StoredAnswers } from './status.ts';
import {
  bringDetails,
  createSeal,
  type Draft,
  type DraftStorage,
  entriesOf,
  fillFromDraft,
  marksOf,
  openStorage,
  removeStored,
  split,
  textOf,
  visitorItem,
  visitorName,
} from './storage.ts';

export type DraftTools = StatusTools &
  Pick<SessionTools, 'view' | 'load' | 'signal'> & {
    readonly uploads: Pick<Uploads, 'detach' | 'cancelAll'>;
  };

export class Drafts implements StoredAnswers {
  readonly isStored: Signal<boolean | null> = signal(null);
  readonly restored: Signal<Form | null> = signal(null);
  readonly onDevice = computed(() => this.#storage.value?.onDevice.value ?? null);
  readonly isOnline: Signal<boolean> = signal(navigator.onLine !== false);
  readonly news: Signal<News> = signal(null);
  readonly #tools: DraftTools;
  readonly #preflight: () => void;
  /** null without a key or storage; undefined if not opened yet, or if the host wants no drafts. */
  readonly #storage = signal<DraftStorage | null | undefined>(undefined);
  #form: WritableForm | null = null;
  #marks: Draft['marks'] = {};
  #isRecalled = false;
  /** Entries made before the applicant continued the draft of this device. */
  #typed: Draft | null = null;
  /** Questions answered in this tab: an answer removed here is not restored from another tab. */
  readonly #touched = new Set<QuestionId>();
  /** Questions corrected on an earlier visit and not sent yet. */
  readonly #corrected = new Set<QuestionId>();
  #endings: readonly (() => void)[] = [];
  /** Forms whose next write waits for the one before it. */
  readonly #queued = new Set<WritableForm>();
  #writing: Promise<void> = Promise.resolve();

  constructor(tools: DraftTools) {
    this.#tools = tools;
    this.#preflight = createPreflight(tools.access.connection);
    const end = effect(() => {
      const shown = tools.view.value;
      if (shown.kind === 'form' && !shown.preview) this.#follow(shown.form);
    });
    tools.signal.addEventListener('abort', () => {
      end();
      this.#end();
    });
    this.#hearPage();
  }

  /** Continues a visitor's session of this tab, before anything is loaded. */
  recall(): void {
    const { access, host } = this.#tools;
    const name = visitorName(host);
    const { handle } = split(name === null ? null : visitorItem(name).get());
    if (handle === '' || host.settings().draft === 'off') return;
    access.use(null, handle);
    this.#isRecalled = true;
  }

  /** Drops the recalled token, which the proxy has refused; returns false if none was recalled. */
  forgetToken(): boolean {
    const { access, host } = this.#tools;
    const wasRecalled = this.#isRecalled;
    this.#isRecalled = false;
    if (wasRecalled) {
      visitorItem(visitorName(host) ?? '').remove();
      access.use(null);
    }
    return wasRecalled;
  }

  /** Returns a function that fills in the stored answers of this form; undefined if there are none. */
  async restore({ meta }: Pick<LoadedForm, 'meta'>): Promise<TakeOver | undefined> {
    await this.#writing;
    const draft = await this.#open(meta);
    const typed = this.#continue();
    const hasEntries = draft !== null && draft.entries.length > 0;
    const previous = meta.submission === null ? this.#previous() : null;
    if (!hasEntries && !typed && !previous) return undefined;
    return (form) => {
      if (typed && !draft?.reference) fillFromDraft(form, typed);
      const change = hasEntries ? fillFromDraft(form, draft) : null;
      if (previous) bringDetails(form, previous);
      if (hasEntries) this.restored.value = form;
      return change;
    };
  }

  clear(form: WritableForm): void {
    this.restored.value = null;
    clearForm(form, this.#tools);
    this.#touched.clear();
    this.#storage.peek()?.empty();
    this.#storage.peek()?.release();
    this.isStored.value = null;
    // Overwrites what was being written meanwhile.
    void this.#save();
  }

  /** Stores the draft on the device, under a key that the proxy gives for a week. */
  async keep(): Promise<void> {
    const { access, host } = this.#tools;
    const storage = this.#storage.peek();
    const { job, posting, tenant } = host.settings();
    const draft_handle = textOf(crypto.getRandomValues(new Uint8Array(24)));
    const named = posting ? { posting } : { job: job ?? '' };
    const session = await openSession(access.connection(), { ...named, tenant, draft_handle });
    const seal = session.ok && (await createSeal(session.value.draftKeys));
    if (session.ok && seal) {
      access.use(session.value.token, session.value.draftHandle);
      storage?.keep(seal, Date.now() + session.value.draftSeconds * 1000);
      await this.#save();
    }
    this.news.value = typeof storage?.onDevice.peek() === 'number' ? 'saved' : 'draft.unkept';
  }

  release(): void {
    this.#storage.peek()?.release();
    // The tab's own copy must no longer claim to be on this device.
    void this.#save();
    this.news.value = 'saved';
  }

  forget(): void {
    this.#storage.peek()?.forget();
  }

  async goOn(form: WritableForm): Promise<void> {
    this.#typed = { at: 0, marks: this.#marks, entries: entriesOf(form, new Set()), reference: null };
    await this.#writing;
    this.#storage.peek()?.takeOver();
    this.#storage.value = undefined;
    await this.#tools.load(true);
  }

  /** null if nothing is stored, or if the host wants no draft: then an earlier one is deleted. */
  async #open(meta: FormMeta): Promise<Draft | null> {
    const { access, host } = this.#tools;
    const { draft } = host.settings();
    if (draft === 'off') {
      this.#storage.value = undefined;
      await removeStored(host, meta);
      return null;
    }
    const storage = await openStorage(host, meta, access.draftHandle);
    const found = (await storage?.read()) ?? null;
    if (draft === 'session') storage?.release();
    this.#storage.value = storage;
    for (const { question, isCorrected } of found?.entries ?? []) {
      this.#touched.add(question);
      if (isCorrected) this.#corrected.add(question);
    }
    return found;
  }

  /** Returns the entries made before the applicant continued the draft of this device; null if they did not continue. */
  #continue(): Draft | null {
    const typed = this.#typed;
    const storage = this.#storage.peek();
    this.#typed = null;
    if (typed === null) return null;
    const isThere = typeof storage?.onDevice.peek() === 'number';
    if (!isThere) storage?.forget();
    this.news.value = isThere ? 'draft.back' : 'draft.over';
    return typed;
  }

  /** The form whose details are copied: on a shared device not a sent one, since the next applicant may be a different person. */
  #previous(): Form | null {
    const { previous = null, settings } = this.#tools.host;
    const isOver = settings().draft === 'off' && previous?.submission.peek().kind === 'accepted';
    return isOver ? null : previous;
  }

  #follow(form: WritableForm): void {
    if (form === this.#form) return;
    this.#end();
    this.#form = form;
    this.#marks = marksOf(form);
    this.isStored.value = null;
    const status = new Status(this.#tools, this, form);
    this.#endings = [
      () => status.end(),
      followEdits(form.edited, ({ question, kind }) => {
        this.#preflight();
        const rows = kind === 'files' ? form.fields.get(question)?.files.peek() : [];
        // The progress of an upload is not part of a draft.
        if (!rows?.some(({ progress }) => progress.kind === 'uploading')) void this.#save();
      }),
      effect(() => {
        const { kind } = form.submission.value;
        if (kind === 'editing') return;
        this.news.value = null;
        if (kind === 'accepted') this.#tellCorrected(form);
        // Sent answers are stored as well as unsent ones.
        void this.#save();
      }),
    ];
    form.draft.value = status;
    void this.#begin(form);
  }

  /** Merges the stored answers with entries made before this file was loaded. */
  async #begin(form: WritableForm): Promise<void> {
    const { page, view, host, signal } = this.#tools;
    const isLate = this.#storage.peek() === undefined && host.settings().draft !== 'off';
    const meta = isLate ? page()?.meta : undefined;
    const takeOver = meta && (await this.restore({ meta }));
    const shown = view.peek();
    if (form !== this.#form || signal.aborted) return;
    if (takeOver && shown.kind === 'form' && form.submission.peek().kind === 'editing') {
      const changed = takeOver(form);
      if (changed) view.value = { ...shown, changed };
    }
    if (this.restored.peek() === form) this.isStored.value = true;
    // Answers restored under an older key, or entered before the storage was open.
    if (form.order.some(({ entry }) => entry.peek() !== null)) void this.#save();
  }

  #end(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  /** Writes one at a time; waiting writes are merged. */
  #save(): Promise<void> {
    const form = this.#form;
    if (form && !this.#queued.has(form)) {
      this.#queued.add(form);
      this.#writing = this.#writing.then(() => {
        this.#queued.delete(form);
        return this.#write(form);
      });
    }
    return this.#writing;
  }

  async #write(form: WritableForm): Promise<void> {
    const storage = this.#storage.peek();
    if (storage === undefined) return;
    const isStored = await this.#store(form, storage).catch(() => false);
    if (isStored !== undefined && form === this.#form) this.isStored.value = isStored;
  }

  /** @returns as `isStored`; undefined if this tab must not write */
  async #store(form: WritableForm, storage: DraftStorage | null): Promise<boolean | null | undefined> {
    const draft = await this.#collect(form, storage);
    if (draft === null) return undefined;
    const isEmpty = draft.entries.length === 0;
    // A visitor's session stays in this tab, so that a reload finds the receipt.
    const isSession = draft.reference !== null && storage?.onDevice.peek() !== null;
    if (isEmpty && !isSession) return storage?.empty() ?? null;
    if (isEmpty) storage?.release();
    const isStored = (await storage?.write(draft)) ?? false;
    return isStored && isEmpty ? null : isStored;
  }

  /** null if this tab must not write. */
  async #collect(form: WritableForm, storage: DraftStorage | null): Promise<Draft | null> {
    const other = (await storage?.readOther()) ?? null;
    const phase = form.submission.peek();
    const { reference = null, state = null } = phase.kind === 'accepted' ? phase.submission : {};
    // Another tab has sent the form, so what is typed here will not be sent.
    if (other?.reference && reference === null && !form.correcting.peek()) return null;
    const own = entriesOf(form, this.#corrected);
    for (const { question } of own) this.#touched.add(question);
    const theirs = other?.entries.filter(({ question }) => !this.#touched.has(question)) ?? [];
    const entries = state === 'complete' ? [] : [...own, ...theirs];
    return { at: Date.now(), marks: this.#marks, entries, reference };
  }

  /** On a later visit the stored answer counts as the refused one, unless it was corrected since. */
  #tellCorrected({ correcting, fields }: WritableForm): void {
    for (const question of correcting.peek() ? this.#corrected : []) {
      const field = fields.get(question);
      if (field) field.touched.value = 'said';
    }
    // Later refusals concern the corrected answers.
    this.#corrected.clear();
  }

  #hearPage(): void {
    const { signal } = this.#tools;
    const online = (isOnline: boolean) => () => {
      this.isOnline.value = isOnline;
      this.news.value = isOnline ? 'draft.online' : 'draft.offline';
    };
    // Phones report only that the page was hidden, and it may never be shown again.
    const leave = () => this.#form?.controls.read();
    addEventListener('online', online(true), { signal });
    addEventListener('offline', online(false), { signal });
    addEventListener('pagehide', leave, { signal });
    document.addEventListener('visibilitychange', leave, { signal });
    // Other tabs may change the draft on this device.
    addEventListener('storage', () => void this.#storage.peek()?.look(), { signal });
  }
}

/**
 * Empties a form as if the applicant removed each answer, the last one first, so that the host is notified of every
 * change, and of the true cause of each question that disappears. Files are deleted from the proxy too.
 */
export function clearForm(form: WritableForm, { view, uploads }: Pick<DraftTools, 'view' | 'uploads'>): void {
  for (const field of [...form.order].reverse()) {
    takeBackFiles(field, uploads);
    if (field.visible.peek()) form.setAnswer(field.question.id, null);
  }
  uploads.cancelAll();
  emptyForm(form);
  const now = view.peek();
  if (now.kind === 'form') view.value = { ...now, changed: null };
}

/** Removing a file may restore the one it was to replace. */
function takeBackFiles(field: Field, uploads: DraftTools['uploads']): void {
  const rows = field.files.peek();
  for (const row of rows) uploads.detach(field.question.id, row.id);
  if (rows.length > 0 && field.files.peek() !== rows) takeBackFiles(field, uploads);
}

/** Milliseconds for which a browser caches the permission: a little less than the proxy's ten minutes. */
const MEMORY = 570_000;

/**
 * Before answers go to another origin the browser sends a preflight, and a tab closed meanwhile sends nothing. An early
 * request makes the browser cache that permission for this address and these headers (fetch standard, CORS-preflight
 * cache).
 *
 * @returns a function to call whenever something is entered
 */
function createPreflight(connect: () => Connection): () => void {
  let due = 0;
  return () => {
    const connection = connect();
    const now = performance.now();
    if (now < due || new URL(connection.endpoint, location.href).origin === location.origin) return;
    due = now + MEMORY;
    const request = {
      method: 'OPTIONS',
      headers: { 'content-type': MEDIA_TYPE, prefer: 'wait=8' },
    } as const;
    void requestProxy(connection, '/submissions', request).then((reply) => {
      if (!reply.ok && 'code' in reply.error) due = 0;
    });
  };
}
