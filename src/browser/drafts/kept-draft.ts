/** What a visitor does with a draft beyond this tab: keep it on this device, and on a later visit go on or start anew. */

import type { WritableForm } from '../../form/contract.ts';
import type { ReadonlySignal, Signal } from '../../form/signals.ts';
import type { Connection } from '../api/connection.ts';
import type { DraftManagerTools } from '../contract.ts';
import { type Draft, readDraft } from './draft.ts';
import { createSeal, type Seal, textOf } from './draft-storage.ts';
import { restoreDraft } from './restore-draft.ts';
import { type Kept, type StoredDraft, tabItem, type VisitorStorage } from './visitor-storage.ts';

/** What became of what was asked last, where it says more than the state does. */
export type KeptNews = 'kept' | 'unkept' | 'unreached' | 'over' | 'gone' | 'ended' | 'back' | null;

export interface KeptDraft {
  readonly state: ReadonlySignal<Kept>;
  readonly news: ReadonlySignal<KeptNews>;
  /** The host allows a draft that outlives the tab. */
  mayKeep(): boolean;
  /** Keeps what is entered on this device, in place of what is there. */
  keep(): Promise<void>;
  /** Takes that back: the draft is in this tab alone. */
  end(): void;
  /** Fills in what was found on this device. */
  goOn(): Promise<void>;
  /** Deletes what was found on this device. */
  startAnew(): void;
  /** What still waits to be filled in is wanted no more. */
  drop(): void;
}

export interface Keeper {
  /** From `visitorName`. */
  readonly name: string;
  readonly form: WritableForm;
  readonly storage: VisitorStorage;
  readonly state: Signal<Kept>;
  /** Writes what is entered now. */
  readonly save: () => Promise<void>;
  /** Set where what was found is filled in. */
  readonly isBack: Signal<boolean>;
  /** Aborted once the form is gone. */
  readonly signal: AbortSignal;
}

/** What the proxy gives for a handle. */
interface HandleReply {
  readonly token: string;
  readonly handle: string;
  readonly seal: Seal;
  /** Milliseconds since 1970 by this device's clock. */
  readonly until: number;
}

/**
 * @param connection without a token: the session of the handle goes on; with one, its session has the handle from now on
 * @returns `refused`: the proxy gives no key for it any more. `unreached`: it gave no reply that can be read
 */
async function askForKey(
  { host, path }: Pick<DraftManagerTools, 'host' | 'path'>,
  connection: Connection,
  handle: string,
): Promise<HandleReply | 'refused' | 'unreached'> {
  const { job, posting, tenant } = host.settings();
  const named = posting ? { posting } : { job };
  const reply = await connection.ask(connection, '/sessions', {
    method: 'POST',
    body: JSON.stringify({
      data: { type: 'sessions', attributes: { ...named, tenant, draft_handle: handle } },
    }),
  });
  if (!reply.ok) return 'status' in reply.error && reply.error.status === 401 ? 'refused' : 'unreached';
  const { document } = reply.value;
  const text = (...names: readonly string[]) => `${path(document, ...names) ?? ''}`;
  const older = path(document, 'meta', 'olderDraftKeys');
  const keys = [text('meta', 'draftKey'), ...(Array.isArray(older) ? older.map(String) : [])];
  const token = text('data', 'attributes', 'token');
  const given = text('data', 'attributes', 'draft_handle');
  const seconds = Number(text('data', 'attributes', 'draft_expires_in'));
  const seal = token && given && keys[0] && seconds > 0 ? await createSeal(keys) : null;
  return seal ? { token, handle: given, seal, until: Date.now() + seconds * 1000 } : 'unreached';
}

/** Base64url of 192 bits. */
const newHandle = (): string => textOf(crypto.getRandomValues(new Uint8Array(24)));

export const createKeptDraft = (tools: DraftManagerTools, keeper: Keeper): KeptDraft =>
  new LiveKeptDraft(tools, keeper);

class LiveKeptDraft implements KeptDraft {
  readonly state: ReadonlySignal<Kept>;
  readonly news: Signal<KeptNews>;
  readonly #tools: DraftManagerTools;
  readonly #keeper: Keeper;
  #isBusy = false;
  #isDropped = false;

  constructor(tools: DraftManagerTools, keeper: Keeper) {
    this.#tools = tools;
    this.#keeper = keeper;
    this.state = keeper.state;
    this.news = tools.createSignal<KeptNews>(null);
    if (!this.mayKeep()) keeper.storage.release();
  }

  mayKeep(): boolean {
    return this.#tools.host.settings().draft === 'on';
  }

  keep(): Promise<void> {
    return this.#once(async () => {
      const { access } = this.#tools;
      const { storage, save, state } = this.#keeper;
      const reply = await askForKey(this.#tools, access.connection(), newHandle());
      if (typeof reply === 'string') return 'unkept';
      const { token, handle, seal, until } = reply;
      access.use(token, handle);
      storage.keep(seal, until);
      await save();
      return state.peek().kind === 'own' ? 'kept' : 'unkept';
    });
  }

  end(): void {
    this.#keeper.storage.release();
    // The tab's own copy says no longer that it is kept.
    void this.#keeper.save();
    this.news.value = 'ended';
  }

  goOn(): Promise<void> {
    return this.#once(async () => {
      const { access } = this.#tools;
      const { storage } = this.#keeper;
      const found = storage.found();
      if (found === null) return this.#lose();
      this.#isDropped = false;
      // Not in this session, which may be another person's.
      const reply = await askForKey(this.#tools, { ...access.connection(), token: '' }, found.handle);
      if (reply === 'unreached') return reply;
      const text = reply === 'refused' ? null : await reply.seal.open(found.sealed);
      if (!this.#isStillWanted(found)) return null;
      const draft = text === null ? null : readDraft(text);
      if (reply === 'refused' || draft === null) return this.#lose();
      const { token, handle, seal, until } = reply;
      access.use(token, handle);
      storage.keep(seal, until);
      await this.#fill(draft, `${until} ${handle} ${found.sealed}`);
      return 'back';
    });
  }

  startAnew(): void {
    this.#keeper.storage.forget();
    this.news.value = 'gone';
  }

  drop(): void {
    this.#isDropped = true;
    this.news.value = null;
  }

  /** While the server was asked it may have been deleted or written anew, and the form sent, emptied or left. */
  #isStillWanted({ sealed }: StoredDraft): boolean {
    const { form, storage, signal } = this.#keeper;
    const isOpen = /^(editing|failed)$/.test(form.submission.peek().kind);
    return isOpen && !this.#isDropped && !signal.aborted && storage.found()?.sealed === sealed;
  }

  async #fill(draft: Draft, stored: string): Promise<void> {
    const { form, name, save, storage, isBack } = this.#keeper;
    const { view, uploads, load } = this.#tools;
    if (draft.reference !== null) {
      // It was sent: the form is opened again, in that session, and shows its receipt.
      tabItem(name).set(stored);
      return load(true);
    }
    // Files that were chosen meanwhile are at the proxy for the session that was left.
    for (const { question, files } of form.order)
      for (const { id, progress } of files.peek())
        if (progress.kind === 'staged' || progress.kind === 'uploading') uploads.retry(question.id, id);
    const changed = restoreDraft(form, draft, this.#tools);
    const shown = view.peek();
    if (draft.revision !== this.#tools.page()?.meta.revision && shown.kind === 'form' && shown.form === form)
      view.value = { ...shown, changed };
    isBack.value = true;
    await save();
    if (!this.mayKeep()) storage.release();
  }

  #lose(): 'over' {
    this.#keeper.storage.forget();
    return 'over';
  }

  /** A second press while the first is under way changes nothing. */
  async #once(act: () => Promise<KeptNews>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.news.value = null;
    const news = await act().catch(() => 'unkept' as const);
    // Otherwise what was done meanwhile is what there is to say.
    if (news !== null) this.news.value = news;
    this.#isBusy = false;
  }
}
